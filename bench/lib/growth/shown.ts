import { splitMarkdown } from '../../../components/chat/split-markdown';
import { withoutCode } from '../../../components/docs/guide-headings';
import { formatJsonText } from '../../../components/editor/code/format-json';
import { findJsonProblem } from '../../../components/editor/code/json-problem';
import { rowsFromPaste, rowsFromText } from '../../../components/editor/fields/row-text';
import { takeQueryRows } from '../../../components/editor/fields/url-query';
import { formatHtml } from '../../../components/editor/response/format-html';
import { diffLines } from '../../../components/page/line-diff';
import { createJsonRows } from '../../../components/ui/json-rows';
import { findMatches } from '../../../components/ui/json-search';
import { tableIn } from '../../../components/ui/json-table-rows';
import { lineStarts } from '../../../components/ui/text-lines';
import { buildTree, filterTree } from '../../../components/workflows/folder-tree';
import type { Subject } from './subject';

const list = <Item>(size: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: size }, (_, index) => item(index));

const text = (name: string, size: number, piece: string, work: (text: string) => unknown): Subject => ({
  kind: /^(?:HTML|JSON|Markdown)/.exec(name)?.[0] ?? 'text and tables that are typed, pasted or shown',
  name,
  unit: 'characters',
  size,
  make: (count) => {
    const given = piece.repeat(count / piece.length);
    return () => work(given);
  },
});

const nested = (size: number): unknown => {
  let value: unknown = 'needle';
  for (let depth = 0; depth < size; depth += 1) value = { a: value, b: 'x' };
  return value;
};

export const SHOWN: readonly Subject[] = [
  text('HTML of tags that never end', 50_000, '<a>', formatHtml),
  text('HTML of open quotes', 50_000, '<a "', formatHtml),
  text('HTML of comments', 50_000, '<!--', formatHtml),
  text('HTML of scripts', 50_000, '<script>', formatHtml),
  text('JSON to be indented', 20_000, '1,', (given) => formatJsonText(`[${given}1]`)),
  text('JSON of references to be indented', 20_000, '<s.v>,', (given) => formatJsonText(`[${given}1]`)),
  text('JSON with a mistake at its end', 50_000, '1,', (given) => findJsonProblem(`[${given}`, [])),
  text('Markdown of stars', 4_000, '*a', splitMarkdown),
  text('Markdown of brackets', 4_000, '[', splitMarkdown),
  text('Markdown of fences', 4_000, '```\n', splitMarkdown),
  text('Markdown of quotes', 4_000, '> ', splitMarkdown),
  text('a guide without its code', 50_000, '`a', withoutCode),
  text('rows typed as text', 50_000, 'a: b\n', rowsFromText),
  text('rows pasted', 50_000, 'a\tb\n', rowsFromPaste),
  text('the query of a typed address', 50_000, 'a=b&', (given) => takeQueryRows(`http://a.test/?${given}`)),
  text('lines of a text', 200_000, 'a\n', lineStarts),
  {
    kind: 'differences of lines, up to 1,000',
    name: 'two texts without a line in common',
    unit: 'lines',
    size: 250,
    make: (size) => {
      const [one, other] = [list(size, (at) => `a${at}`).join('\n'), list(size, (at) => `b${at}`).join('\n')];
      return () => diffLines(one, other);
    },
  },
  {
    kind: 'JSON',
    name: 'a deep JSON value searched',
    unit: 'levels',
    size: 250,
    make: (size) => {
      const value = nested(size);
      return () => findMatches(value, 'x', 1_000_000);
    },
  },
  {
    kind: 'JSON',
    name: 'rows of a JSON list',
    unit: 'items',
    size: 20_000,
    make: (size) => {
      const value = list(size, (id) => ({ id }));
      return () => createJsonRows(value, new Set());
    },
  },
  {
    kind: 'JSON',
    name: 'a table with another column in each row',
    unit: 'rows',
    size: 1_000,
    make: (size) => {
      const value = list(size, (at) => ({ [`c${at}`]: at }));
      return () => tableIn(value);
    },
  },
  {
    kind: 'text and tables that are typed, pasted or shown',
    name: 'folders inside each other',
    unit: 'folders',
    size: 200,
    make: (size) => {
      const folders = list(size, (at) => ({
        id: `f${at}`,
        name: `f${at}`,
        parentId: at === 0 ? null : `f${at - 1}`,
      }));
      return () => filterTree(buildTree(folders as never, []), 'none');
    },
  },
];
