import { MISSING, type ReferenceScope } from './read-path';
import { CHARACTERS_A_VALUE } from './reference-budget';
import { ResolveError } from './resolve-error';
import { isLoneValue, resolveLone, resolveText, valueText } from './resolve-text';
import { type KnownHead, parseTemplate, type Template } from './template';
import { dotSegmentError, encodeSegmentText, isDotSegment } from './url-text';

/** An authored row of a table; disabled rows and rows without a key are left out. */
export interface Row {
  key: string;
  value: string;
  enabled?: boolean | undefined;
  written?: string | undefined;
}

/** `written`: the spelling of a query or form row without references. */
export type Pair = [key: string, value: string, written?: string];

export interface RowTemplate {
  written?: string | undefined;
  key: Template;
  value: Template;
  /** True if the value keeps its own type; else it is text. */
  isAlone: boolean;
}

// RFC 9110: a token, and field values without controls that a client can put on the wire as Latin-1.
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export function parseRow(row: Row, isKnownHead: KnownHead): RowTemplate {
  const key = parseTemplate(row.key, isKnownHead);
  const value = parseTemplate(row.value, isKnownHead, 'ours', 'lone');
  // A filled-in value is always encoded.
  const written = isLiteral(key) && isLiteral(value) ? row.written : undefined;
  return { key, value, isAlone: isLoneValue(value), written };
}

const isLiteral = ({ parts }: Template) => parts.every((part) => typeof part === 'string');

/** Resolves query and form rows: null and missing drop the row, a list repeats it, an object is JSON. */
export function resolveQueryRow(row: RowTemplate, scope: ReferenceScope): Pair[] {
  const { budget } = scope;
  const key = resolveText(row.key, scope);
  if (key === '') return [];
  const value = resolveLone(row.value, scope);
  if (!row.isAlone) return [pairOf(key, value as string, row)];
  const pairs: Pair[] = [];
  for (const item of Array.isArray(value) ? value : [value]) {
    if (item === null || item === undefined || item === MISSING) continue;
    if (pairs.length > 0) budget.charge(key.length + CHARACTERS_A_VALUE);
    pairs.push(pairOf(key, valueText(item, budget), row));
  }
  return pairs;
}

const pairOf = (key: string, text: string, { written }: RowTemplate): Pair =>
  written === undefined ? [key, text] : [key, text, written];

/** Resolves a header row; null if a lone missing value drops it, or it has no name. */
export function resolveHeaderRow(row: RowTemplate, scope: ReferenceScope): Pair | null {
  const name = resolveText(row.key, scope).trim();
  if (name === '') return null;
  if (!HEADER_NAME.test(name)) {
    throw new ResolveError('HEADER_NAME_INVALID', `"${printable(name)}" can't be a header's name.`);
  }
  const value = resolveLone(row.value, scope);
  if (value === MISSING) return null;
  const text = row.isAlone ? valueText(value, scope.budget) : (value as string);
  if (!HEADER_VALUE.test(text)) {
    throw new ResolveError(
      'HEADER_VALUE_INVALID',
      `The header ${name} gets a line break, a control character or one outside Latin-1.`,
    );
  }
  return [name, text.trim()];
}

/** Resolves a row to one whole path segment, percent-encoded. */
export function resolvePathRow(row: RowTemplate, scope: ReferenceScope): Pair | null {
  const key = resolveText(row.key, scope).trim();
  if (key === '') return null;
  const value = resolveText(row.value, scope);
  const segment = encodeSegmentText(value, `The path parameter "${key}"`);
  scope.budget.charge(segment.length - value.length);
  if (isDotSegment(segment)) throw dotSegmentError(segment);
  return [key, segment];
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 80);
}
