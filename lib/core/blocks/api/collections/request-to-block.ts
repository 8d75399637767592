import { carriesBody, isRequestMethod } from '../../../../platform/outbound-http/methods';
import { explainForbiddenHeader } from '../../../../platform/outbound-http/request-headers';
import type { Body } from '../../body';
import { ImportError, type ImportResult } from '../../import-export';
import type { Row } from '../../rows';
import { MAX_REDIRECTS } from '../config/api-config';
import { browserHeaders } from '../curl/browser-headers';
import { findSecrets } from '../curl/find-secrets';
import { isStrictJson, readDataBody } from '../curl/read-body';
import { importUrl } from '../curl/request-url';
import { nameFromUrl } from '../curl/suggest-names';
import {
  type Collection,
  type CollectionBody,
  type CollectionRequest,
  type CollectionRow,
  MAX_ROWS,
} from './collection';
import { namesIn } from './placeholders';
import { partRows, plainRows, queryRows } from './request-rows';
import { variableValues } from './variable-values';

const MAX_WARNINGS = 30;

/** Converts a request of a collection to a config. Throws `ImportError` if its address can't be called. */
export function requestToBlock(
  request: CollectionRequest,
  { variables, writePair, names }: Collection,
): ImportResult {
  const warnings = [...request.warnings];
  const address = importUrl(request.url, true);
  if (request.url.trim() === '' || address === null)
    throw new ImportError(`“${labelOf(request)}” has no http address that the block can call.`);
  const method = methodOf(request, warnings);
  const { body, contentType } = readBody(request.body, contentTypeOf(request.headers), warnings);
  const headers = headerRows(request.headers, contentType, body !== null, warnings);
  const hasBody = body !== null && body.kind !== 'none';
  if (hasBody && !carriesBody(method))
    warnings.push(`The block sends no body with ${method}: choose POST, PUT or PATCH if it must be sent.`);
  const params = [...address.params, ...queryRows(request.query, writePair)].slice(0, MAX_ROWS);
  const pathParams = plainRows(request.pathParams);
  const lists = [[...address.params, ...request.query], request.headers, request.pathParams, formOf(request)];
  if (lists.some(({ length }) => length > MAX_ROWS))
    warnings.push(`It has too many rows: ${MAX_ROWS} of a kind are taken.`);

  const config: Record<string, unknown> = { method, url: address.url };
  if (params.length > 0) config.params = params;
  if (pathParams.length > 0) config.pathParams = pathParams;
  if (headers.length > 0) config.headers = headers;
  if (request.auth !== null) config.auth = request.auth;
  if (hasBody) config.body = body;
  Object.assign(config, redirectsOf(request, warnings));
  const used = new Set(namesIn(JSON.stringify(config)));
  const lookUp = variableValues([...variables, ...(request.variables ?? []).flat()]);
  const secrets = findSecrets(config);
  for (const { path } of secrets) dropSpelling(config, path);
  return {
    config,
    secrets,
    name: blockName(request),
    warnings: [...new Set([...(names?.toldApart(used) ?? []), ...warnings, ...address.warnings])].slice(
      0,
      MAX_WARNINGS,
    ),
    variables: [...used].map((name) => ({ name, value: lookUp(name) ?? '' })),
    ...browserHeaders(headers),
  };
}

const formOf = ({ body }: CollectionRequest): readonly CollectionRow[] =>
  body !== null && 'rows' in body ? body.rows : [];

export const labelOf = ({ method, url }: Pick<CollectionRequest, 'method' | 'url'>): string =>
  `${method.toUpperCase().slice(0, 10)} ${url
    .split(/[?#]/, 1)[0]
    ?.replace(/^https?:\/\//i, '')
    .slice(0, 200)}`;

function redirectsOf({ maxRedirects }: CollectionRequest, warnings: string[]): Record<string, unknown> {
  if (maxRedirects === undefined) return {};
  if (maxRedirects <= 0) return { followRedirects: false };
  if (maxRedirects <= MAX_REDIRECTS) return { maxRedirects };
  warnings.push(`The block follows ${MAX_REDIRECTS} redirects at most, not ${maxRedirects}.`);
  return {};
}

function methodOf({ method, body }: CollectionRequest, warnings: string[]): string {
  const asked = method.toUpperCase();
  if (isRequestMethod(asked)) return asked;
  const instead = body === null ? 'GET' : 'POST';
  warnings.push(`The block can't send ${asked.slice(0, 20)}; it is set to ${instead}.`);
  return instead;
}

const contentTypeOf = (headers: readonly CollectionRow[]): string | null =>
  headers.find(({ key, enabled }) => enabled && key.toLowerCase() === 'content-type')?.value ?? null;

interface SentBody {
  body: Body | null;
  /** The value of a header row; null if the body's kind implies it, or there is no type. */
  contentType: string | null;
}

function readBody(given: CollectionBody | null, said: string | null, warnings: string[]): SentBody {
  // Tools keep the kind of a form that was only looked at, so a form without rows is no body.
  if (given !== null && 'rows' in given && given.rows.length === 0) return { body: null, contentType: said };
  switch (given?.kind) {
    case undefined:
      return { body: null, contentType: said };
    case 'form': {
      const isUsual = said === null || said.toLowerCase() === 'application/x-www-form-urlencoded';
      return { body: { kind: 'form', rows: plainRows(given.rows) }, contentType: isUsual ? null : said };
    }
    case 'multipart':
      return { body: { kind: 'multipart', rows: partRows(given.rows, warnings) }, contentType: null };
    case 'graphql': {
      const { query, variables } = given;
      const isUsual = said === null || said.toLowerCase() === 'application/json';
      return { body: { kind: 'graphql', query, variables }, contentType: isUsual ? null : said };
    }
    case 'file':
      warnings.push(`The body is the file “${given.name.slice(0, 80)}”: put a reference to one there.`);
      return {
        body: {
          kind: 'raw',
          value: '',
          contentType: said ?? given.contentType ?? 'application/octet-stream',
        },
        contentType: null,
      };
    case 'text': {
      const type = said ?? given.contentType ?? 'text/plain';
      // These tools insert a bare placeholder in JSON as text, not as a JSON string.
      const isBare = /json/i.test(type) && !isStrictJson(given.text);
      if (isBare) return { body: { kind: 'raw', value: given.text, contentType: type }, contentType: null };
      const read = readDataBody(given.text, type);
      warnings.push(...read.warnings);
      return { body: read.body, contentType: read.contentType };
    }
  }
}

/** Returns the header rows, enabled or not, without those that the connection sets itself. */
function headerRows(
  headers: readonly CollectionRow[],
  contentType: string | null,
  hasBody: boolean,
  warnings: string[],
): Row[] {
  const leftOut = headers.filter(
    ({ key, enabled }) => enabled && explainForbiddenHeader(key) !== null && key.toLowerCase() !== 'host',
  );
  if (leftOut.length > 0) {
    const names = leftOut.map(({ key }) => key).join(', ');
    warnings.push(`Left out, as the connection sets it by itself: ${names.slice(0, 200)}.`);
  }
  const kept = headers.filter(({ key, enabled }) => {
    const isType = enabled && key.toLowerCase() === 'content-type';
    return explainForbiddenHeader(key) === null && !(isType && hasBody);
  });
  const typed: Row[] =
    contentType === null || !hasBody ? [] : [{ key: 'Content-Type', value: contentType, enabled: true }];
  return [...plainRows(kept), ...typed].slice(0, MAX_ROWS);
}

/** Removes a row's original spelling, which would still hold a token that is moved to a variable. */
function dropSpelling(config: Record<string, unknown>, [field, index]: ReadonlyArray<string | number>): void {
  if (field === 'params' && typeof index === 'number') delete (config.params as Row[])[index]?.written;
}

function blockName({ name, url }: CollectionRequest): string {
  const fitting = name
    .replace(/[^A-Za-z0-9_ -]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/^[^A-Za-z_]+/, '')
    .trim()
    .slice(0, 60)
    .trim();
  return fitting || nameFromUrl(url);
}
