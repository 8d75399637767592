import { readUrl } from '../../../../../platform/read-url';
import { isJsonObject, parseExact } from '../../../../../platform/text/exact-number';
import { pathInside } from '../../../../references/path-text';
import type { SentExchange } from '../../../capabilities';

/** A value inside a body, with the path that pagination settings use for it. */
export interface NamedValue {
  /** The last key. */
  key: string;
  path: string;
  value: unknown;
}

/** A first page, prepared for the rules that look for a second. */
export interface SentPage {
  url: URL;
  /** Names in the query of the request. */
  query: URLSearchParams;
  /** The JSON object that was sent: fields, or a GraphQL request's variables; null if there is none. */
  fields: Record<string, unknown> | null;
  /** The text of a GraphQL query; empty without one. */
  graphql: string;
  headers: Readonly<Record<string, string | string[]>>;
  body: unknown;
  /** The values of the body outside its lists, from the top down. */
  values: readonly NamedValue[];
}

const DEEPEST = 5;
const MOST_MEMBERS = 200;
const MOST_VALUES = 2_000;
/** Longer bodies of requests aren't looked into. */
const MOST_SENT_CHARACTERS = 200_000;

/** Prepares a request and its response; null if they can't be a page of a list. */
export function readSentPage({ request, headers, body }: SentExchange): SentPage | null {
  const url = readUrl(request.url);
  if (url === null || typeof body !== 'object' || body === null) return null;
  const { fields, graphql } = fieldsOf(request.body);
  const named = Object.entries(headers).flatMap(
    ([name, value]): Array<[string, string | string[]]> =>
      typeof value === 'string' || Array.isArray(value) ? [[name.toLowerCase(), value]] : [],
  );
  return {
    url,
    query: url.searchParams,
    fields,
    graphql,
    headers: Object.fromEntries(named),
    body,
    values: valuesIn(body),
  };
}

function fieldsOf(text: string | null): Pick<SentPage, 'fields' | 'graphql'> {
  const none = { fields: null, graphql: '' };
  if (text === null || text.length > MOST_SENT_CHARACTERS) return none;
  try {
    const sent = parseExact(text);
    if (!isJsonObject(sent)) return none;
    if (typeof sent.query !== 'string') return { fields: sent, graphql: '' };
    return { fields: isJsonObject(sent.variables) ? sent.variables : {}, graphql: sent.query };
  } catch {
    // A form or any other text has no fields.
    return none;
  }
}

/** Returns the values of an object and of the objects inside it, level by level; lists stay closed. */
export function valuesIn(body: unknown): NamedValue[] {
  const found: NamedValue[] = [];
  let level: Array<{ steps: string[]; object: Record<string, unknown> }> = isJsonObject(body)
    ? [{ steps: [], object: body }]
    : [];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const below: typeof level = [];
    for (const { steps, object } of level)
      for (const [key, value] of Object.entries(object).slice(0, MOST_MEMBERS)) {
        if (found.length >= MOST_VALUES) return found;
        const path = [...steps, key];
        found.push({ key, path: pathOf(path), value });
        if (isJsonObject(value)) below.push({ steps: path, object: value });
      }
    level = below;
  }
  return found;
}

/** A key at the top is its own path, whatever it contains: `@odata.nextLink`. */
const pathOf = (steps: readonly string[]): string =>
  steps.length === 1 ? (steps[0] ?? '') : pathInside(steps);
