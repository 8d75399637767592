/** A value of a term; `start` and `end` are places in the text, with its quotes. */
export interface QueryItem {
  value: string;
  start: number;
  end: number;
  /** Its closing quote is missing. */
  isOpen: boolean;
}

export type QueryOperator = ':' | '=' | '>=' | '<=' | '>' | '<';

/** `status:error,warning` or `cost>=1`; a word of the searched text has no key. */
export interface QueryTerm {
  key: string | null;
  operator: QueryOperator | null;
  items: QueryItem[];
  start: number;
  end: number;
}

/** The longest typed query, in characters; an address of this page is not longer. */
export const MAX_QUERY_CHARACTERS = 4_000;

const SPACE = /\s/;
const KEY_LETTER = /[a-z-]/i;
const OPERATORS: readonly QueryOperator[] = ['>=', '<=', ':', '=', '>', '<'];

/** Splits any text into terms, in one pass; what is unfinished or unknown is for the parser to say. */
export function readTerms(text: string): QueryTerm[] {
  const terms: QueryTerm[] = [];
  for (let at = skipSpaces(text, 0); at < text.length; at = skipSpaces(text, at)) {
    const term = text[at] === '"' ? quotedWord(text, at) : readTerm(text, at);
    terms.push(term);
    at = term.end;
  }
  return terms;
}

function quotedWord(text: string, start: number): QueryTerm {
  const item = readQuoted(text, start);
  return { key: null, operator: null, items: [item], start, end: item.end };
}

function readTerm(text: string, start: number): QueryTerm {
  let at = start;
  while (at < text.length && KEY_LETTER.test(text[at]!)) at += 1;
  const operator = at === start ? undefined : OPERATORS.find((each) => text.startsWith(each, at));
  if (operator === undefined) {
    const word = readBare(text, start, '');
    return { key: null, operator: null, items: [word], start, end: word.end };
  }
  const key = text.slice(start, at).toLowerCase();
  const items = readItems(text, at + operator.length);
  return { key, operator, items, start, end: items.at(-1)!.end };
}

/** Returns one item or more: an empty one where a value is missing. */
function readItems(text: string, start: number): QueryItem[] {
  const items: QueryItem[] = [];
  for (let at = start; ; ) {
    const item = text[at] === '"' ? readQuoted(text, at) : readBare(text, at, ',');
    items.push(item);
    if (text[item.end] !== ',') return items;
    at = skipSpaces(text, item.end + 1);
  }
}

function readBare(text: string, start: number, stop: string): QueryItem {
  let at = start;
  while (at < text.length && text[at] !== stop && !SPACE.test(text[at]!)) at += 1;
  return { value: text.slice(start, at), start, end: at, isOpen: false };
}

const ESCAPED: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n' };

/** A backslash keeps quotes and itself, and writes a line end as `\n`; elsewhere it is a character. */
function readQuoted(text: string, start: number): QueryItem {
  let value = '';
  let at = start + 1;
  while (at < text.length && text[at] !== '"') {
    const escaped = text[at] === '\\' ? ESCAPED[text[at + 1] ?? ''] : undefined;
    value += escaped ?? text[at];
    at += escaped === undefined ? 1 : 2;
  }
  const isOpen = at >= text.length;
  return { value, start, end: isOpen ? at : at + 1, isOpen };
}

function skipSpaces(text: string, start: number): number {
  let at = start;
  while (at < text.length && SPACE.test(text[at]!)) at += 1;
  return at;
}

const PLAIN_WORD = /^[^\s",]+$/;

/** Writes a value so that `readTerms` reads the same one. */
export function writeItem(value: string): string {
  return PLAIN_WORD.test(value) ? value : writeQuoted(value);
}

export const writeQuoted = (value: string): string =>
  `"${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;

/** Writes a searched text: without quotes if it reads as itself. */
export function writeText(text: string): string {
  const terms = readTerms(text);
  const isPlain = terms.every(({ key, start }) => key === null && text[start] !== '"');
  return isPlain && text === wordsOf(terms) ? text : writeQuoted(text);
}

/** Returns the text that is searched: the words without a key. */
export const wordsOf = (terms: readonly QueryTerm[]): string =>
  terms
    .filter(({ key }) => key === null)
    .map(({ items }) => items[0]!.value)
    .join(' ');
