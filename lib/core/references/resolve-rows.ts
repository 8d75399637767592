import { MISSING, type ReferenceScope } from './read-path';
import { ResolveError } from './resolve-error';
import { resolveLone, resolveText, valueText } from './resolve-text';
import { type KnownHead, parseTemplate, type Template } from './template';
import { dotSegmentError, encodeSegmentText, isDotSegment } from './url-text';

/** An authored row of a table; rows that are off or without a key are left out. */
export interface Row {
  key: string;
  value: string;
  enabled?: boolean | undefined;
  written?: string | undefined;
}

/** `written`: how a query or form row without references is spelled. */
export type Pair = [key: string, value: string, written?: string];

export interface RowTemplate {
  written?: string | undefined;
  key: Template;
  value: Template;
}

// RFC 9110: a token, and field values without controls that a client can put on the wire as Latin-1.
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export function parseRow(row: Row, isKnownHead: KnownHead): RowTemplate {
  const key = parseTemplate(row.key, isKnownHead);
  const value = parseTemplate(row.value, isKnownHead);
  // A value that is put in is always encoded.
  return { key, value, written: isLiteral(key) && isLiteral(value) ? row.written : undefined };
}

const isLiteral = ({ parts }: Template) => parts.every((part) => typeof part === 'string');

/**
 * Query and form rows: null and missing drop the row, a list repeats it, an object is JSON. Not yet encoded.
 */
export function resolveQueryRow(row: RowTemplate, scope: ReferenceScope): Pair[] {
  const key = resolveText(row.key, scope);
  if (key === '') return [];
  const value = resolveLone(row.value, scope);
  const values = Array.isArray(value) ? value : [value];
  return values
    .filter((item) => item !== null && item !== undefined && item !== MISSING)
    .map(
      (item): Pair =>
        row.written === undefined ? [key, valueText(item)] : [key, valueText(item), row.written],
    );
}

/** Null when a lone missing value drops the row, or it has no name. */
export function resolveHeaderRow(row: RowTemplate, scope: ReferenceScope): Pair | null {
  const name = resolveText(row.key, scope).trim();
  if (name === '') return null;
  if (!HEADER_NAME.test(name)) {
    throw new ResolveError('HEADER_NAME_INVALID', `"${printable(name)}" can't be a header's name.`);
  }
  const value = resolveLone(row.value, scope);
  if (value === MISSING) return null;
  const text = valueText(value);
  if (!HEADER_VALUE.test(text)) {
    throw new ResolveError(
      'HEADER_VALUE_INVALID',
      `The header ${name} gets a line break, a control character or one outside Latin-1.`,
    );
  }
  return [name, text.trim()];
}

/** One whole path segment, percent-encoded. */
export function resolvePathRow(row: RowTemplate, scope: ReferenceScope): Pair | null {
  const key = resolveText(row.key, scope).trim();
  if (key === '') return null;
  const segment = encodeSegmentText(resolveText(row.value, scope), `The path parameter "${key}"`);
  if (isDotSegment(segment)) throw dotSegmentError(segment);
  return [key, segment];
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 80);
}
