import { writtenPair } from '@/lib/core/blocks/written-pair';
import { parseTemplate, type Template } from '@/lib/core/references/template';
import type { EditedRow } from './row-list';

const anyHead = () => true;

interface CutUrl {
  base: string;
  /** The text between `?` and `#`; null without a `?`. */
  query: string | null;
  /** The fragment with its `#`. */
  fragment: string;
}

interface Span {
  start: number;
  end: number;
}

function placeholdersIn({ parts }: Template): Span[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    return [part.kind === 'reference' ? part.reference : part];
  });
}

/** Returns the indices of characters in `text` outside references and variables. */
function placesOf(text: string, chars: string): number[] {
  const spans = placeholdersIn(parseTemplate(text, anyHead));
  const places: number[] = [];
  let next = 0;
  for (let at = 0; at < text.length; at++) {
    while (spans[next] !== undefined && (spans[next] as Span).end <= at) next++;
    const isInside = spans[next] !== undefined && (spans[next] as Span).start <= at;
    if (!isInside && chars.includes(text[at] ?? '')) places.push(at);
  }
  return places;
}

function cutUrl(url: string): CutUrl {
  const hash = placesOf(url, '#')[0] ?? url.length;
  const question = placesOf(url, '?')[0];
  if (question === undefined || question > hash)
    return { base: url.slice(0, hash), query: null, fragment: url.slice(hash) };
  return {
    base: url.slice(0, question),
    query: url.slice(question + 1, hash),
    fragment: url.slice(hash),
  };
}

function splitQuery(query: string): string[] {
  const ends = [...placesOf(query, '&'), query.length];
  return ends.map((end, index) => query.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end));
}

/**
 * Moves the end of a typed URL's own query into rows, as far as rows send the very same bytes: rows come
 * after the URL's query. Only a lone reference gains by it: as a row, null omits it and a list repeats
 * it.
 */
export function takeQueryRows(url: string): { url: string; rows: EditedRow[] } {
  const trimmed = url.trim();
  const { base, query, fragment } = cutUrl(trimmed);
  // A backslash may escape a reference; splitting such a text could make the reference active.
  if (query === null || query === '' || trimmed.includes('\\')) return { url, rows: [] };
  const pieces = splitQuery(query);
  let first = pieces.length;
  while (first > 0 && exactRow(pieces[first - 1] ?? '') !== null) first--;
  // After `?`, `&` or a space rows add other separators, and a value may end with any of them.
  while (first > 0 && first < pieces.length && !/[^\s?&>}]$/.test(pieces[first - 1] ?? '')) first++;
  const rows = pieces.slice(first).flatMap((piece) => exactRow(piece) ?? []);
  if (rows.length === 0) return { url, rows: [] };
  const kept = first === 0 ? '' : `?${pieces.slice(0, first).join('&')}`;
  return { url: base + kept + fragment, rows };
}

/**
 * Returns the rest of a URL's own query as rows that are equivalent for a server, with standard encoding;
 * null when there is none.
 */
export function readQueryRows(url: string): { url: string; rows: EditedRow[] } | null {
  const { base, query, fragment } = cutUrl(url.trim());
  if (query === null || url.includes('\\')) return null;
  const rows = splitQuery(query).flatMap((piece) => (piece === '' ? [] : [rowOf(piece)]));
  return rows.length === 0 ? null : { url: base + fragment, rows };
}

/** Returns the URL with its rows, as it will be called: literal text encoded, references unchanged. */
export function joinQuery(url: string, rows: readonly EditedRow[]): string {
  const query = rows
    .filter((row) => row.enabled && row.key.trim() !== '')
    .map(
      (row) =>
        writtenPair([row.key, row.value, row.written], 'query') ??
        `${encodeAround(row.key)}=${encodeAround(row.value)}`,
    )
    .join('&');
  const { base, query: own, fragment } = cutUrl(url.trim());
  if (query === '') return url.trim();
  const between = own === null ? '?' : /^$|[?&]$/.test(own) ? '' : '&';
  return base + (own === null ? '' : `?${own}`) + between + query + fragment;
}

function cutPair(piece: string): [key: string, value: string | null] {
  const equals = placesOf(piece, '=')[0];
  return equals === undefined ? [piece, null] : [piece.slice(0, equals), piece.slice(equals + 1)];
}

function rowOf(piece: string): EditedRow {
  const [key, value] = cutPair(piece);
  const read = (text: string) => mapLiterals(text, (literal) => decode(literal.replaceAll('+', ' ')));
  return { key: read(key), value: read(value ?? ''), enabled: true };
}

/** Returns the row that sends exactly this piece of a query; null when none does. */
function exactRow(piece: string): EditedRow | null {
  const [key, value] = cutPair(piece);
  if (value === null || placeholdersIn(parseTemplate(key, anyHead)).length > 0) return null;
  const row = { key: decode(key), value: mapLiterals(value, decode), enabled: true };
  const { parts } = parseTemplate(value, anyHead);
  const literals = parts.filter((part) => typeof part === 'string');
  const isLoneWithSpaces =
    parts.length > literals.length &&
    literals.length > 0 &&
    literals.every((text) => decode(text).trim() === '');
  const hasModifier = parts.some(
    (part) => typeof part !== 'string' && part.kind === 'reference' && part.reference.modifier !== null,
  );
  if (row.key.trim() === '' || isLoneWithSpaces || hasModifier) return null;
  return [key, ...literals].every(isSentAlike) ? row : null;
}

/** True if a literal sends the same bytes in a URL and, decoded, in a row. */
function isSentAlike(literal: string): boolean {
  const decoded = decode(literal);
  if (/[<{\\]/.test(decoded)) return false;
  return onTheWire(literal) === onTheWire(encode(decoded));
}

function onTheWire(query: string): string {
  return new URL(`http://h/?${query}`).href;
}

function encodeAround(text: string): string {
  return mapLiterals(text, encode);
}

/** Changes the literal text between references and variables. */
function mapLiterals(text: string, change: (literal: string) => string): string {
  let result = '';
  let from = 0;
  for (const { start, end } of placeholdersIn(parseTemplate(text, anyHead))) {
    result += change(text.slice(from, start)) + text.slice(start, end);
    from = end;
  }
  return result + change(text.slice(from));
}

function encode(text: string): string {
  return encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Percent signs that are not valid UTF-8 stay literal.
  }
}
