import { ExactNumber, isJsonObject, parseExact } from '../../platform/text/exact-number';
import { namedValues } from '../blocks/named-values';
import { sameJson } from '../workflow/same-json';
import type { RecordedExchange } from './recorded-exchange';

/** A request for which a recorded response is looked for. */
export interface AskedRequest {
  method: string;
  host: string;
  path: string;
  /** Without `?`. */
  search: string;
  body: string;
}

/** A secret in a record: by its name, or concealed. Whatever is asked at its place matches. */
const SECRET = /\{\{[A-Za-z_][A-Za-z0-9_]{0,63}\}\}|\*\*\*/;

/** True if a request is the recorded one: by method, host, path, query and body. Headers don't count. */
export function isMatch(asked: AskedRequest, recorded: RecordedExchange): boolean {
  return (
    asked.method.toUpperCase() === recorded.method.toUpperCase() &&
    isText(recorded.host, asked.host.toLowerCase()) &&
    isText(decoded(recorded.path), decoded(asked.path)) &&
    matchesRecord(queryOf(recorded.search, recorded.rows), queryOf(asked.search)) &&
    isBody(recorded.body, asked.body)
  );
}

/** Names each parameter, with the texts of its values. */
function queryOf(search: string, rows: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const given = [...new URLSearchParams(search)].filter(([name]) => name !== '');
  const set = Object.entries(rows).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, textOf(one)]),
  );
  return namedValues([...given, ...set]);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function isBody(recorded: RecordedExchange['body'], asked: string): boolean {
  if (recorded === null) return asked === '';
  const { kind, value } = recorded;
  // Its parts have a boundary and files, of which the record has only the names.
  if (kind === 'multipart') return true;
  if (kind === 'form') return matchesRecord(namesOf(value), namedValues([...new URLSearchParams(asked)]));
  const json = parsed(asked);
  if (json !== undefined && typeof value !== 'string') return matchesRecord(value, json);
  if (json !== undefined && sameJson(value, json)) return true;
  return typeof value === 'string' && isText(value, asked);
}

const namesOf = (value: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(isJsonObject(value) ? value : {}).map(([name, one]) => [
      name,
      Array.isArray(one) ? one.map(textOf) : textOf(one),
    ]),
  );

function parsed(text: string): unknown {
  try {
    return text === '' ? null : parseExact(text);
  } catch {
    return undefined;
  }
}

/** True for values that are equal as JSON, apart from secrets. Goes no deeper than the record. */
export function matchesRecord(recorded: unknown, asked: unknown): boolean {
  if (typeof recorded === 'string') return typeof asked === 'string' && isText(recorded, asked);
  if (recorded === null || typeof recorded !== 'object' || recorded instanceof ExactNumber)
    return sameJson(recorded, asked);
  if (Array.isArray(recorded))
    return (
      Array.isArray(asked) &&
      asked.length === recorded.length &&
      recorded.every((item, index) => matchesRecord(item, asked[index]))
    );
  if (!isJsonObject(asked)) return false;
  const entries = Object.entries(recorded).filter(([, value]) => value !== undefined);
  return (
    entries.length === Object.keys(asked).length &&
    entries.every(([name, value]) => Object.hasOwn(asked, name) && matchesRecord(value, asked[name]))
  );
}

/** True for the same text, apart from secrets. */
function isText(recorded: string, asked: string): boolean {
  if (recorded === asked) return true;
  const parts = recorded.split(SECRET);
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined || !asked.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = asked.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return asked.length - last.length >= at && asked.endsWith(last);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
