import { usualPair } from '../../append-query';
import { usualFormPair } from '../../form-pair';
import type { Row } from '../../rows';
import { writtenPair } from '../../written-pair';

export interface ImportedUrl {
  /** Without fragment and credentials; the query is in `params`, unless rows can't express it. */
  url: string;
  params: Row[];
  /** The decoded `user:password` of the address. */
  credentials: string | null;
  warnings: string[];
}

const MAX_ROWS = 200;
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//;
const STARTS_WITH_PLACEHOLDER = /^(?:\{\{\w+\}\}|<[A-Za-z_])/;
// `[1-9]`, `[a-z]` and `{one,two}` make curl call several addresses.
const URL_SET = /(?<!\{)\{([^{},]*),[^{}]*\}|\[(\d{1,9}|[A-Za-z])-(?:\d{1,9}|[A-Za-z])(?::\d{1,9})?\]/g;

/** Splits an address as given to curl; `null` if the block can't call its scheme. */
export function importUrl(given: string, isLiteral: boolean): ImportedUrl | null {
  const warnings: string[] = [];
  let text = (given.split('#', 1)[0] ?? '').trim();
  if (!isLiteral) {
    const first = text.replace(URL_SET, (_, word?: string, start?: string) => word ?? start ?? '');
    if (first !== text) warnings.push('The URL stands for several; the block calls the first.');
    text = first;
  }
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined && !STARTS_WITH_PLACEHOLDER.test(text)) text = `http://${text}`;
  else if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return null;
  const { address, credentials } = takeCredentials(text);
  const question = address.indexOf('?');
  if (question === -1) return { url: address, params: [], credentials, warnings };
  const params = readQueryRows(address.slice(question + 1), 'query');
  const url = params === null ? address : address.slice(0, question);
  return { url, params: params ?? [], credentials, warnings };
}

function takeCredentials(text: string): { address: string; credentials: string | null } {
  const start = text.indexOf('://') + 3;
  const length = text.slice(start).search(/[/?]/);
  const authority = length === -1 ? text.slice(start) : text.slice(start, start + length);
  const at = authority.lastIndexOf('@');
  if (start < 3 || at === -1) return { address: text, credentials: null };
  const address = text.slice(0, start) + text.slice(start + at + 1);
  const credentials = decode(authority.slice(0, at)) ?? authority.slice(0, at);
  return { address, credentials: credentials.includes(':') ? credentials : `${credentials}:` };
}

/** Returns the pairs of a query or form as rows with their spelling; null if rows would not mean the same. */
export function readQueryRows(query: string, place: 'query' | 'form'): Row[] | null {
  const rows: Row[] = [];
  let at = 0;
  while (at <= query.length) {
    const next = query.indexOf('&', at);
    const end = next === -1 ? query.length : next;
    const pair = query.slice(at, end);
    at = end + 1;
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const key = decode((equals === -1 ? pair : pair.slice(0, equals)).replaceAll('+', ' '));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1).replaceAll('+', ' '));
    if (key === null || key === '' || value === null || rows.length === MAX_ROWS) return null;
    rows.push({ key, value, enabled: true, ...spelling(pair, key, value, place) });
  }
  return rows;
}

const PLACEHOLDER = /\{\{|</;

/** Returns the spelling that a row keeps: none if it is the usual one, or has placeholders to fill in. */
function spelling(
  written: string,
  key: string,
  value: string,
  place: 'query' | 'form',
): { written?: string } {
  const usual = place === 'query' ? usualPair([key, value]) : usualFormPair([key, value]);
  if (written === usual || PLACEHOLDER.test(written)) return {};
  return writtenPair([key, value, written], place) === null ? {} : { written };
}

/** Percent-decodes a text; null if its percent codes are no UTF-8. */
function decode(text: string): string | null {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
