import { carriesBody } from '../../../platform/outbound-http/methods';
import { isJsonObject, parseExact } from '../../../platform/text/exact-number';
import { namedValues } from '../named-values';
import { fillPathParams } from './config/path-params';

/**
 * Returns what a request sends, from the input of its span: method, URL, rows by their keys, and the body, of
 * JSON as a value. Timeouts, retries and what is made of the response are left out.
 */
export function sentByApi(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { method, url, pathParams, params, headers, auth, body } = input;
  return {
    method,
    url,
    ...filled('path', namedValues(pathParams)),
    ...filled('query', namedValues(params)),
    ...filled(
      'headers',
      namedValues(headers, (name) => name.toLowerCase()),
    ),
    ...(isJsonObject(auth) && auth.kind !== 'none' && { auth }),
    ...(carriesBody(String(method)) && isJsonObject(body) && sentBody(body)),
  };
}

/** Returns the URL of such a request, with its path parameters. */
export function urlOfSent({ url, path }: Readonly<Record<string, unknown>>): string {
  const values = Object.entries(isJsonObject(path) ? path : {});
  return fillPathParams(
    String(url),
    values.map(([name, value]): [string, string] => [name, String(value)]),
  ).url;
}

const filled = (name: string, values: Record<string, unknown>): Record<string, unknown> =>
  Object.keys(values).length === 0 ? {} : { [name]: values };

function sentBody({ kind, ...body }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (kind === 'none') return {};
  const content = () => {
    if (kind === 'json') return jsonIn(body.value);
    if (kind === 'graphql') return { query: body.query, variables: jsonIn(body.variables) };
    return 'rows' in body ? namedValues(body.rows) : body.value;
  };
  return { bodyKind: kind, body: content() };
}

/** Returns the value of JSON text; other text stays as it is, since the server gets it like that. */
function jsonIn(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}
