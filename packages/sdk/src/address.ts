import { MillraceError } from './errors.js';

/** Values of a query; undefined and null are omitted, lists are joined by commas. */
export type QueryValue = string | number | boolean | Date | readonly (string | number)[] | null | undefined;

/** A path with its values encoded. @throws MillraceError for an id that would lead to another path */
export function path(parts: TemplateStringsArray, ...ids: readonly (string | number)[]): string {
  return parts.reduce((start, part, index) => start + encodedId(ids[index - 1]) + part);
}

function encodedId(id: string | number | undefined): string {
  const text = String(id ?? '');
  if (text === '' || text === '.' || text === '..')
    throw new MillraceError(`“${text}” is no id: give the id or name of what the call is about.`);
  return encodeURIComponent(text);
}

export function queryText(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as Array<[string, QueryValue]>)
    if (value !== undefined && value !== null) search.set(name, textOf(value));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function textOf(value: NonNullable<QueryValue>): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(',') : String(value);
}

/**
 * Returns the address without a slash at its end. @throws MillraceError that doesn’t repeat it, because it
 * may hold a password
 */
export function readBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new MillraceError('`url` is no URL: give the server’s address, such as http://localhost:3000.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new MillraceError('`url` begins with http:// or https://.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new MillraceError('`url` is the server’s address alone, without a password, query or fragment.');
  const isRoot = url.pathname.endsWith('/');
  return url.origin + (isRoot ? url.pathname.slice(0, -1) : url.pathname);
}
