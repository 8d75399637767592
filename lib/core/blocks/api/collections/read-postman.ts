import type { Auth } from '../../auth';
import type { ImportedVariable } from '../../import-export';
import { asArray, asObject, asText, isObject, type JsonObject, own } from '../openapi/json-node';
import {
  type Collection,
  type CollectionBody,
  type CollectionRequest,
  type CollectionRow,
  MAX_DEPTH,
  MAX_REQUESTS,
  MAX_ROWS,
  partLabels,
  SCRIPT_WARNING,
} from './collection';
import { readAuth, type WrittenAuth } from './collection-auth';
import { inBraces, VariableNames } from './placeholders';
import { postmanPair } from './write-pair';

/** Reads a Postman collection, format 2.0 or 2.1. */
export function readPostman(root: JsonObject): Collection {
  const requests: CollectionRequest[] = [];
  const names = new VariableNames(inBraces);
  const variables = variablesOf(own(root, 'variable'), names);
  const walk = (items: unknown, folders: readonly string[], place: string, above: Above): void => {
    if (folders.length > MAX_DEPTH) return;
    for (const [index, item] of asArray(items).entries()) {
      if (requests.length === MAX_REQUESTS) return;
      const id = place === '' ? String(index) : `${place}.${index}`;
      const name = asText(own(item, 'name'));
      const auth = own(item, 'auth') ?? above.auth;
      const hasScripts = above.hasScripts || scriptsIn(item);
      const redirects = redirectsOf(item, above.redirects);
      const inner = own(item, 'item');
      const request = own(item, 'request');
      if (Array.isArray(inner)) walk(inner, [...folders, name], id, { auth, hasScripts, redirects });
      else if (typeof request === 'string' || isObject(request))
        requests.push(readRequest(request, { id, name, folders }, { auth, hasScripts, redirects }, names));
    }
  };
  walk(own(root, 'item'), [], '', {
    auth: own(root, 'auth'),
    hasScripts: scriptsIn(root),
    redirects: redirectsOf(root, { isFollowed: true, most: undefined }),
  });
  return { name: asText(own(own(root, 'info'), 'name')), requests, variables, names, writePair: postmanPair };
}

const variablesOf = (variables: unknown, names: VariableNames): ImportedVariable[] =>
  asArray(variables).flatMap((variable) => {
    const key = asText(own(variable, 'key')) || asText(own(variable, 'id'));
    const value = own(variable, 'value');
    return key === '' || isObject(value) || value === undefined || value === null
      ? []
      : [{ name: names.of(key), value: names.placed(String(value)) }];
  });

interface Above {
  auth: unknown;
  hasScripts: boolean;
  redirects: Redirects;
}

interface Redirects {
  isFollowed: boolean;
  most: number | undefined;
}

/** Returns an item's redirect settings; missing ones are those of its folder. */
function redirectsOf(item: unknown, above: Redirects): Redirects {
  const behaviour = own(item, 'protocolProfileBehavior');
  const [isFollowed, most] = [own(behaviour, 'followRedirects'), own(behaviour, 'maxRedirects')];
  return {
    isFollowed: typeof isFollowed === 'boolean' ? isFollowed : above.isFollowed,
    most: Number.isInteger(most) ? Number(most) : above.most,
  };
}

/** True if an item has a script with code; Postman writes empty scripts too. */
const scriptsIn = (item: unknown): boolean =>
  asArray(own(item, 'event')).some((event) => {
    const lines = own(own(event, 'script'), 'exec');
    return (Array.isArray(lines) ? lines : [lines]).some((line) => asText(line).trim() !== '');
  });

type Place = Pick<CollectionRequest, 'id' | 'name' | 'folders'>;

function readRequest(
  request: string | JsonObject,
  place: Place,
  { auth, hasScripts, redirects }: Above,
  names: VariableNames,
): CollectionRequest {
  const node: JsonObject = typeof request === 'string' ? { url: request } : request;
  const warnings: string[] = hasScripts ? [SCRIPT_WARNING] : [];
  const url = readUrl(own(node, 'url'), names);
  const maxRedirects = redirects.isFollowed ? redirects.most : 0;
  return {
    ...place,
    ...url,
    ...(maxRedirects === undefined ? {} : { maxRedirects }),
    method: asText(own(node, 'method')) || 'GET',
    headers: readHeaders(own(node, 'header'), names),
    body: readBody(asObject(own(node, 'body')), names),
    auth: authOf(own(node, 'auth') ?? auth, warnings, names),
    warnings,
  };
}

function readUrl(
  url: unknown,
  names: VariableNames,
): Pick<CollectionRequest, 'url' | 'query' | 'pathParams'> {
  if (typeof url === 'string') return { url: names.placed(url), query: [], pathParams: [] };
  const raw = asText(own(url, 'raw')) || joinedUrl(asObject(url));
  const query = own(url, 'query');
  const hasRows = Array.isArray(query) && query.length > 0;
  return {
    url: names.placed(hasRows ? (raw.split(/[?#]/, 1)[0] ?? '') : raw),
    query: hasRows ? rowsOf(query, names) : [],
    pathParams: rowsOf(own(url, 'variable'), names),
  };
}

/** Joins an address that is written only in parts. */
function joinedUrl(url: JsonObject): string {
  const joined = (name: string, by: string): string => {
    const part = own(url, name);
    return Array.isArray(part)
      ? part.map((one) => asText(own(one, 'value')) || asText(one)).join(by)
      : asText(part);
  };
  const protocol = asText(own(url, 'protocol'));
  const port = asText(own(url, 'port'));
  const path = joined('path', '/').replace(/^\//, '');
  return `${protocol && `${protocol}://`}${joined('host', '.')}${port && `:${port}`}${path && `/${path}`}`;
}

function readHeaders(headers: unknown, names: VariableNames): CollectionRow[] {
  if (typeof headers !== 'string') return rowsOf(headers, names);
  return headers.split('\n').flatMap((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) return [];
    return [row(line.slice(0, colon).trim(), line.slice(colon + 1).trim(), true, names)];
  });
}

const row = (key: string, value: string, enabled: boolean, names: VariableNames): CollectionRow => ({
  key: names.placed(key),
  value: names.placed(value),
  enabled,
});

function rowsOf(rows: unknown, names: VariableNames): CollectionRow[] {
  return asArray(rows).flatMap((one): CollectionRow[] => {
    const key = asText(own(one, 'key')) || asText(own(one, 'id'));
    const value = own(one, 'value') ?? '';
    if (key === '') return [];
    const text = typeof value === 'object' ? '' : String(value);
    const labels = partLabels(
      names.placed(asText(own(one, 'contentType'))),
      names.placed(asText(own(one, 'fileName'))),
    );
    const read = { ...row(key, text, own(one, 'disabled') !== true, names), ...labels };
    if (own(one, 'type') !== 'file') return [read];
    const source = own(one, 'src');
    const sources = Array.isArray(source) && source.length > 0 ? source : [source];
    const files = sources.map((file) => asText(file) || 'a file');
    return files.map((file) => ({ ...read, file }));
  });
}

const RAW_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
};

function readBody(body: JsonObject, names: VariableNames): CollectionBody | null {
  if (own(body, 'disabled') === true) return null;
  switch (own(body, 'mode')) {
    case 'raw': {
      const language = asText(own(own(own(body, 'options'), 'raw'), 'language'));
      const contentType = Object.hasOwn(RAW_TYPES, language) ? (RAW_TYPES[language] ?? null) : 'text/plain';
      const text = names.placed(asText(own(body, 'raw')));
      return text === '' ? null : { kind: 'text', text, contentType };
    }
    case 'urlencoded':
      return { kind: 'form', rows: rowsOf(own(body, 'urlencoded'), names) };
    case 'formdata':
      return { kind: 'multipart', rows: rowsOf(own(body, 'formdata'), names) };
    case 'graphql': {
      const graphql = own(body, 'graphql');
      const variables = own(graphql, 'variables');
      const text = isObject(variables) ? JSON.stringify(variables) : asText(variables);
      return { kind: 'graphql', query: asText(own(graphql, 'query')), variables: names.placed(text) };
    }
    case 'file':
      return {
        kind: 'file',
        name: asText(own(own(body, 'file'), 'src')) || 'a file',
        contentType: null,
      };
    default:
      return null;
  }
}

/** Reads an authentication, whose settings are rows in 2.1 and an object in 2.0. */
function authOf(auth: unknown, warnings: string[], names: VariableNames): Auth | null {
  const type = asText(own(auth, 'type'));
  if (type === '' || type === 'noauth') return null;
  const given = own(auth, type);
  const member = (name: string): string => {
    const value = Array.isArray(given)
      ? own(
          given.slice(0, MAX_ROWS).find((one) => own(one, 'key') === name),
          'value',
        )
      : own(given, name);
    return typeof value === 'string' ? names.placed(value) : '';
  };
  const written: WrittenAuth = {
    type,
    username: member('username'),
    password: member('password'),
    token: type === 'oauth2' ? member('accessToken') : member('token'),
    key: member('key'),
    value: member('value'),
    inQuery: member('in') === 'query',
    tokenUrl: member('accessTokenUrl'),
    clientId: member('clientId'),
    clientSecret: member('clientSecret'),
    scope: member('scope'),
    audience: member('audience'),
    isClientCredentials: member('grant_type') === 'client_credentials',
    credentialsInBody: member('client_authentication') === 'body',
  };
  return readAuth(written, warnings);
}
