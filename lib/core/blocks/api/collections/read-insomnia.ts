import { groupedBy } from '../../../../platform/grouped-by';
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
import { inInsomnia, VariableNames } from './placeholders';
import { insomniaPair } from './write-pair';

/** Reads Insomnia's export 4: a flat list of resources that name their parents. */
export function readInsomnia4(root: JsonObject): Collection {
  const resources = asArray(own(root, 'resources')).filter(isObject);
  const children = groupedBy(resources, (resource) => asText(own(resource, 'parentId')));
  const ofType = (type: string) => resources.filter((resource) => own(resource, '_type') === type);
  const nested = (parent: string, depth: number): unknown[] => {
    if (depth > MAX_DEPTH) return [];
    const inside = children.get(parent) ?? [];
    // Several groups with one id would otherwise repeat what is inside at each level.
    children.delete(parent);
    return inside.flatMap((resource): unknown[] => {
      const type = own(resource, '_type');
      if (type === 'request') return [resource];
      if (type !== 'request_group') return [];
      return [{ ...resource, children: nested(asText(own(resource, '_id')), depth + 1) }];
    });
  };
  const workspaces = ofType('workspace');
  const roots = workspaces.length === 0 ? [''] : workspaces.map((one) => asText(own(one, '_id')));
  const names = new VariableNames(inInsomnia);
  const environments = ofType('environment').map((one) => own(one, 'data'));
  const variables = environments.flatMap((data) => variablesOf(data, names));
  return {
    writePair: insomniaPair,
    name: asText(own(workspaces[0], 'name')),
    requests: readItems(
      roots.flatMap((id) => nested(id, 0)),
      names,
    ),
    variables,
    names,
  };
}

/** Reads Insomnia's file of version 5: nested folders in YAML. */
export function readInsomnia5(root: JsonObject): Collection {
  const environments = asArray(own(root, 'environments'));
  const base = environments.length > 0 ? environments : [own(root, 'environments')];
  const names = new VariableNames(inInsomnia);
  const variables = base.flatMap((environment) => variablesOf(own(environment, 'data'), names));
  return {
    writePair: insomniaPair,
    name: asText(own(root, 'name')),
    requests: readItems(asArray(own(root, 'collection')), names),
    variables,
    names,
  };
}

function readItems(roots: readonly unknown[], names: VariableNames): CollectionRequest[] {
  const requests: CollectionRequest[] = [];
  const walk = (items: readonly unknown[], above: Above): void => {
    if (above.folders.length > MAX_DEPTH) return;
    for (const [index, item] of items.entries()) {
      if (requests.length === MAX_REQUESTS) return;
      const id = above.place === '' ? String(index) : `${above.place}.${index}`;
      const inner = own(item, 'children');
      const auth = authNodeOf(item) ?? above.auth;
      const headers = [...above.headers, ...rowsOf(own(item, 'headers'), names)];
      const name = asText(own(item, 'name'));
      if (Array.isArray(inner))
        walk(inner, {
          place: id,
          folders: [...above.folders, name],
          auth,
          headers: inheritedHeaders(lastOfEach(headers)),
          variables: [...above.variables, variablesOf(own(item, 'environment'), names)],
        });
      else if (
        isObject(item) &&
        /^(?:https?:|\{|[^:]*$|[^/]*:[^/])/.test(asText(own(item, 'url')).slice(0, 200))
      )
        requests.push(readRequest(item, { ...above, place: id, auth, headers }, names));
    }
  };
  walk(roots, { place: '', folders: [], auth: null, headers: [], variables: [] });
  return requests;
}

interface Above {
  place: string;
  folders: readonly string[];
  auth: JsonObject | null;
  headers: readonly CollectionRow[];
  variables: ReadonlyArray<readonly ImportedVariable[]>;
}

/** Returns an item's authentication; null if it takes that of its folder. */
function authNodeOf(item: unknown): JsonObject | null {
  const auth = asObject(own(item, 'authentication'));
  const type = asText(own(auth, 'type'));
  return type === '' || type === 'inherit' ? null : auth;
}

function readRequest(
  item: JsonObject,
  { place, folders, auth, headers, variables }: Above,
  names: VariableNames,
): CollectionRequest {
  const warnings: string[] = [];
  if (JSON.stringify(item).includes('{%'))
    warnings.push('Tags of Insomnia were replaced by {{TAG_VALUE}}: put references in their place.');
  const scripts = [item, own(item, 'scripts')].flatMap((from) =>
    ['preRequestScript', 'preRequest', 'afterResponseScript', 'afterResponse'].map((name) => own(from, name)),
  );
  if (scripts.some((script) => asText(script).trim() !== '')) warnings.push(SCRIPT_WARNING);
  return {
    id: place,
    folders,
    variables,
    name: asText(own(item, 'name')),
    warnings,
    method: asText(own(item, 'method')) || 'GET',
    url: names.placed(asText(own(item, 'url'))),
    query: rowsOf(own(item, 'parameters'), names),
    pathParams: rowsOf(own(item, 'pathParameters'), names),
    headers: lastOfEach(headers),
    body: readBody(asObject(own(item, 'body')), names),
    auth: auth === null ? null : authOf(auth, warnings, names),
    ...(followsNone(item) ? { maxRedirects: 0 } : {}),
  };
}

/** True if redirects are off: in version 4 the request says so, in version 5 its settings. */
const followsNone = (item: JsonObject): boolean =>
  [own(item, 'settingFollowRedirects'), own(own(item, 'settings'), 'followRedirects')].includes('off');

/** Keeps the last enabled header of each name: a request's own header replaces its folder's. */
function lastOfEach(rows: readonly CollectionRow[]): CollectionRow[] {
  const last = new Map(rows.filter(({ enabled }) => enabled).map((row) => [row.key.toLowerCase(), row]));
  return rows.filter((row) => !row.enabled || last.get(row.key.toLowerCase()) === row);
}

function rowsOf(rows: unknown, names: VariableNames): CollectionRow[] {
  return asArray(rows).flatMap((one): CollectionRow[] => {
    const key = names.placed(asText(own(one, 'name')));
    const value = own(one, 'value') ?? '';
    if (key === '') return [];
    const text = typeof value === 'object' ? '' : names.placed(String(value));
    // For text of several lines, `multiline` is the content type chosen for it.
    const labels = partLabels(asText(own(one, 'multiline')));
    const read = { key, value: text, enabled: own(one, 'disabled') !== true, ...labels };
    const file = asText(own(one, 'fileName'));
    return [own(one, 'type') === 'file' ? { ...read, file: file || 'a file' } : read];
  });
}

function readBody(body: JsonObject, names: VariableNames): CollectionBody | null {
  const mimeType = asText(own(body, 'mimeType'));
  const text = names.placed(asText(own(body, 'text')));
  const media = mimeType.split(';', 1)[0]?.trim().toLowerCase();
  if (media === 'application/x-www-form-urlencoded' && Array.isArray(own(body, 'params')))
    return { kind: 'form', rows: rowsOf(own(body, 'params'), names) };
  if (media === 'multipart/form-data') return { kind: 'multipart', rows: rowsOf(own(body, 'params'), names) };
  const fileName = asText(own(body, 'fileName'));
  if (fileName !== '') return { kind: 'file', name: fileName, contentType: mimeType || null };
  if (text === '') return null;
  if (media === 'application/graphql') return readGraphql(text);
  return { kind: 'text', text, contentType: mimeType || null };
}

/** Reads a GraphQL body, whose text is the JSON that is sent. */
function readGraphql(text: string): CollectionBody {
  try {
    const sent: unknown = JSON.parse(text);
    const variables = own(sent, 'variables');
    const written = typeof variables === 'string' ? variables : JSON.stringify(variables ?? {});
    return { kind: 'graphql', query: asText(own(sent, 'query')), variables: written };
  } catch {
    return { kind: 'text', text, contentType: 'application/json' };
  }
}

function authOf(auth: JsonObject, warnings: string[], names: VariableNames): Auth | null {
  const member = (name: string): string => names.placed(asText(own(auth, name)));
  const type = asText(own(auth, 'type'));
  if (type === 'none' || own(auth, 'disabled') === true) return null;
  const prefix = member('prefix');
  if (type === 'bearer' && prefix !== '' && prefix !== 'Bearer')
    warnings.push(`The token is sent after “Bearer”, not after “${prefix.slice(0, 30)}”.`);
  return readAuth(
    {
      type,
      username: member('username'),
      password: member('password'),
      token: type === 'oauth2' ? member('accessToken') : member('token'),
      key: member('key'),
      value: member('value'),
      inQuery: member('addTo').startsWith('query'),
      tokenUrl: member('accessTokenUrl'),
      clientId: member('clientId'),
      clientSecret: member('clientSecret'),
      scope: member('scope'),
      audience: member('audience'),
      isClientCredentials: member('grantType') === 'client_credentials',
      credentialsInBody: own(auth, 'credentialsInBody') === true,
    },
    warnings,
  );
}

/** Returns the variables; nested members get the names that requests use for them. */
function variablesOf(data: unknown, names: VariableNames, before = '', depth = 0): ImportedVariable[] {
  if (depth > 5) return [];
  return Object.entries(asObject(data)).flatMap(([key, value]): ImportedVariable[] => {
    if (isObject(value)) return variablesOf(value, names, `${before}${key}.`, depth + 1);
    if (value === null || typeof value === 'object' || typeof value === 'undefined') return [];
    return [{ name: names.of(before + key), value: names.placed(String(value)) }];
  });
}
