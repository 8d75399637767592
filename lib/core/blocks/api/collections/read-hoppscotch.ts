import type { Auth } from '../../auth';
import type { ImportedVariable } from '../../import-export';
import { asArray, asObject, asText, isObject, type JsonObject, own } from '../openapi/json-node';
import {
  type Collection,
  type CollectionBody,
  type CollectionRequest,
  type CollectionRow,
  inheritedHeaders,
  MAX_DEPTH,
  MAX_REQUESTS,
  partLabels,
  SCRIPT_WARNING,
} from './collection';
import { readAuth } from './collection-auth';
import { withoutComments } from './json-comments';
import { inAngles, VariableNames } from './placeholders';
import { filled, variableValues } from './variable-values';

/** Reads a Hoppscotch collection, or the list of them that “Export all” writes. */
export function readHoppscotch(root: unknown): Collection {
  const collections = Array.isArray(root) ? root : [root];
  const requests: CollectionRequest[] = [];
  const names = new VariableNames(inAngles);
  const walk = (folder: unknown, above: Above, place: string): void => {
    if (above.folders.length > MAX_DEPTH) return;
    const auth = authNodeOf(folder) ?? above.auth;
    const headers = inheritedHeaders([...above.headers, ...rowsOf(own(folder, 'headers'), names)]);
    const variables = [...above.variables, variablesOf(folder, names)];
    for (const [index, request] of asArray(own(folder, 'requests')).entries()) {
      if (requests.length === MAX_REQUESTS) return;
      const id = `${place}r${index}`;
      if (isObject(request))
        requests.push(readRequest(request, { ...above, auth, headers, variables }, id, names));
    }
    for (const [index, inner] of asArray(own(folder, 'folders')).entries()) {
      const folders = [...above.folders, asText(own(inner, 'name'))];
      walk(inner, { folders, auth, headers, variables }, `${place}f${index}.`);
    }
  };
  for (const [index, collection] of collections.entries()) {
    const folders = collections.length === 1 ? [] : [asText(own(collection, 'name'))];
    const place = collections.length === 1 ? '' : `c${index}.`;
    walk(collection, { folders, auth: null, headers: [], variables: [] }, place);
  }
  return { name: asText(own(collections[0], 'name')), requests, variables: [], names, writePair: null };
}

const variablesOf = (folder: unknown, names: VariableNames): ImportedVariable[] =>
  asArray(own(folder, 'variables')).flatMap((variable) => {
    const key = asText(own(variable, 'key'));
    const value = asText(own(variable, 'currentValue')) || asText(own(variable, 'initialValue'));
    return key === '' || value === '' ? [] : [{ name: names.of(key), value: names.placed(value) }];
  });

interface Above {
  folders: readonly string[];
  auth: JsonObject | null;
  headers: readonly CollectionRow[];
  variables: ReadonlyArray<readonly ImportedVariable[]>;
}

function authNodeOf(item: unknown): JsonObject | null {
  const auth = asObject(own(item, 'auth'));
  const type = asText(own(auth, 'authType'));
  return type === '' || type === 'inherit' ? null : auth;
}

function readRequest(node: JsonObject, above: Above, id: string, names: VariableNames): CollectionRequest {
  const { folders, auth, headers, variables } = above;
  const warnings: string[] = [];
  const mine = rowsOf(own(node, 'headers'), names);
  const named = new Set(mine.filter(({ enabled }) => enabled).map(({ key }) => key.toLowerCase()));
  const scoped = rowsOf(own(node, 'requestVariables'), names);
  const written = authNodeOf(node) ?? auth;
  // A request of its GraphQL page has an address and a query.
  const isGraphql = typeof own(node, 'query') === 'string';
  const method = asText(own(node, 'method')) || (isGraphql ? 'POST' : 'GET');
  const scripts = [own(node, 'preRequestScript'), own(node, 'testScript')];
  if (scripts.some((script) => asText(script).trim() !== '')) warnings.push(SCRIPT_WARNING);
  const { url, pathParams, values } = readAddress(
    names.placed(asText(own(node, 'endpoint')) || asText(own(node, 'url'))),
    scoped,
    names,
  );
  const request = {
    id,
    folders,
    method,
    url,
    pathParams,
    variables,
    name: asText(own(node, 'name')),
    query: rowsOf(own(node, 'params'), names),
    headers: lastType([...headers.filter(({ key }) => !named.has(key.toLowerCase())), ...mine]),
    body: isGraphql ? graphqlOf(node, names) : readBody(asObject(own(node, 'body')), warnings, names),
    auth: written === null ? null : authOf(written, warnings, names),
  };
  return { ...filled(request, values), warnings };
}

/** Keeps only the last enabled Content-Type, because a body has one type. */
const lastType = (rows: readonly CollectionRow[]): CollectionRow[] => {
  const isType = ({ key, enabled }: CollectionRow) => enabled && key.toLowerCase() === 'content-type';
  const last = rows.findLast(isType);
  return rows.filter((row) => row === last || !isType(row));
};

const WHOLE_SEGMENT = /\/\{\{([A-Z0-9_]+)\}\}(?=\/)/g;
const SEGMENT_START = /\/\{\{([A-Z0-9_]+)\}\}/g;

/**
 * Applies the variables of the request alone: one that is a whole path segment becomes a path parameter,
 * others are replaced by their values. Of two with the same name, the first counts.
 */
function readAddress(url: string, rows: readonly CollectionRow[], names: VariableNames) {
  const named = rows.map((row) => ({ ...row, key: names.of(row.key) }));
  const segments = new Set(Array.from(`${url}/`.matchAll(WHOLE_SEGMENT), ([, name]) => name));
  const isSegment = ({ key }: CollectionRow) => segments.has(key);
  const pathParams = named.filter(isSegment);
  const paths = new Set(pathParams.map(({ key }) => key));
  const others = named.filter((row) => !isSegment(row) && row.enabled && row.value !== '').toReversed();
  const lookUp = variableValues(others.map(({ key, value }) => ({ name: key, value })));
  return {
    url: url.replace(SEGMENT_START, (whole, name: string) => (paths.has(name) ? `/{${name}}` : whole)),
    pathParams,
    values: new Map(others.map(({ key }) => [key, lookUp(key) ?? ''])),
  };
}

function rowsOf(rows: unknown, names: VariableNames): CollectionRow[] {
  return asArray(rows).flatMap((one): CollectionRow[] => {
    const key = names.placed(asText(own(one, 'key')));
    const value = own(one, 'value') ?? '';
    if (key === '') return [];
    const labels = partLabels(names.placed(asText(own(one, 'contentType'))));
    const read = {
      key,
      value: names.placed(asText(value)),
      enabled: own(one, 'active') !== false,
      ...labels,
    };
    return [own(one, 'isFile') === true ? { ...read, value: '', file: 'a file' } : read];
  });
}

function readBody(body: JsonObject, warnings: string[], names: VariableNames): CollectionBody | null {
  const contentType = asText(own(body, 'contentType'));
  const content = own(body, 'body');
  if (contentType === '') return null;
  if (contentType === 'multipart/form-data') return { kind: 'multipart', rows: rowsOf(content, names) };
  if (contentType === 'application/octet-stream') return { kind: 'file', name: 'a file', contentType };
  const text = names.placed(asText(content));
  if (contentType === 'application/x-www-form-urlencoded') return { kind: 'form', rows: linesOf(text) };
  if (text === '' && isObject(content)) warnings.push('Its body could not be read: fill it in.');
  if (text === '') return null;
  return { kind: 'text', text: /json/.test(contentType) ? withoutComments(text) : text, contentType };
}

const graphqlOf = (node: JsonObject, names: VariableNames): CollectionBody => ({
  kind: 'graphql',
  query: asText(own(node, 'query')),
  variables: names.placed(asText(own(node, 'variables'))),
});

/** Reads a form stored as `key: value` lines; a leading `#` disables a line. */
function linesOf(text: string): CollectionRow[] {
  return text.split('\n').flatMap((line) => {
    const enabled = !line.trimStart().startsWith('#');
    const pair = enabled ? line : line.trimStart().slice(1);
    const colon = pair.indexOf(':');
    if (colon < 1) return [];
    return [{ key: pair.slice(0, colon).trim(), value: pair.slice(colon + 1).trim(), enabled }];
  });
}

function authOf(auth: JsonObject, warnings: string[], names: VariableNames): Auth | null {
  const type = asText(own(auth, 'authType'));
  if (type === 'none' || own(auth, 'authActive') === false) return null;
  const grant = own(auth, 'grantTypeInfo');
  const member = (name: string): string => names.placed(asText(own(auth, name)));
  const granted = (name: string): string => names.placed(asText(own(grant, name)));
  return readAuth(
    {
      type,
      username: member('username'),
      password: member('password'),
      token: type === 'oauth-2' ? granted('token') || member('token') : member('token'),
      key: member('key'),
      value: member('value'),
      inQuery: /query/i.test(member('addTo')),
      tokenUrl: granted('tokenEndpoint') || granted('authEndpoint'),
      clientId: granted('clientID'),
      clientSecret: granted('clientSecret'),
      scope: granted('scopes'),
      audience: '',
      isClientCredentials: granted('grantType') === 'CLIENT_CREDENTIALS',
      credentialsInBody: granted('clientAuthentication') === 'IN_BODY',
    },
    warnings,
  );
}
