import type { Components } from 'react-markdown';
import { cn } from './class-names';
import { CodeBlock } from './code-block';
import { Table, TableCell, TableHead, TableHeader, TableRow } from './table';

/** The class of task lists in remark-gfm. */
const TASKS = 'contains-task-list';

interface Tree {
  value?: unknown;
  children?: readonly Tree[];
}

export const plainTextOf = (node: Tree | undefined): string =>
  typeof node?.value === 'string' ? node.value : (node?.children ?? []).map(plainTextOf).join('');

/** The style of formatted text from any author. Headings and links depend on the context. */
export const MARKDOWN_ELEMENTS: Components = {
  pre: ({ node }) => <CodeBlock label="code" code={plainTextOf(node).replace(/\n$/, '')} />,
  code: ({ children }) => (
    <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-[0.9em]">{children}</code>
  ),
  ul: ({ children, className }) => (
    <ul className={cn('space-y-1', className === TASKS ? 'list-none' : 'list-disc pl-6')}>{children}</ul>
  ),
  ol: ({ children, start }) => (
    <ol start={start} className="list-decimal space-y-1 pl-6">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="flex flex-col gap-3 border-line-strong border-l-2 pl-3 text-muted">
      {children}
    </blockquote>
  ),
  hr: () => <hr className="border-line" />,
  table: ({ children }) => <Table>{children}</Table>,
  thead: ({ children }) => <TableHead>{children}</TableHead>,
  tr: ({ children }) => <TableRow>{children}</TableRow>,
  th: ({ children, style }) => <TableHeader style={style}>{children}</TableHeader>,
  td: ({ children, style }) => <TableCell style={style}>{children}</TableCell>,
};
