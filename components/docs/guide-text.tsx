import type { ComponentProps, ReactElement } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Link } from '../ui/link';
import { MARKDOWN_ELEMENTS, plainTextOf } from '../ui/markdown-elements';
import { Table } from '../ui/table';
import { anchorOf } from './guide-headings';

const PLUGINS = [remarkGfm];
const LINK = 'text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-current';

/** Resolves a link of a page; null for a link to a source file, which the product does not show. */
export function addressOf(href: string, page: string): string | null {
  if (/^https?:/.test(href) || href.startsWith('#') || href.startsWith('/')) return href;
  const { pathname, hash } = new URL(href, `http://docs/docs/${page}`);
  if (!pathname.startsWith('/docs/') || !pathname.endsWith('.md')) return null;
  return pathname.slice(0, -'.md'.length) + hash;
}

function heading(Tag: 'h1' | 'h2' | 'h3', className: string) {
  return function Heading({
    node,
    children,
  }: ComponentProps<'h2'> & { node?: Parameters<typeof plainTextOf>[0] }) {
    return (
      <Tag
        id={anchorOf(plainTextOf(node))}
        className={`scroll-mt-16 font-semibold tracking-tight ${className}`}
      >
        {children}
      </Tag>
    );
  };
}

const componentsFor = (page: string): Components => ({
  ...MARKDOWN_ELEMENTS,
  h1: heading('h1', 'text-2xl'),
  h2: heading('h2', 'mt-6 text-xl'),
  h3: heading('h3', 'mt-3 text-base'),
  // On a phone the columns keep a readable width, and the table scrolls in its box.
  table: ({ children }) => <Table className="wrap-break-word max-sm:[&_td]:min-w-28">{children}</Table>,
  a: ({ href = '', children }) => {
    const address = addressOf(href, page);
    if (address === null) return <span>{children}</span>;
    return /^https?:/.test(address) ? (
      <a href={address} className={LINK}>
        {children}
      </a>
    ) : (
      <Link href={address} className={LINK}>
        {children}
      </Link>
    );
  },
});

const rendered = new Map<string, ReactElement>();

/** The text of a guide. Its elements are cached: the text cannot change while the server runs. */
export function GuideText({ page, text }: { page: string; text: string }) {
  const known = rendered.get(page);
  if (known !== undefined) return known;
  const made = ReactMarkdown({
    children: text,
    remarkPlugins: PLUGINS,
    components: componentsFor(page),
  });
  rendered.set(page, made);
  return made;
}
