import { ExactNumber, isJsonObject, parseExact } from '../../../../platform/text/exact-number';
import { writeJson } from '../../../../platform/text/json-text';
import type { Step } from '../../../references/grammar';
import { readStep } from '../../../references/read-path';
import { queryKeys } from '../../append-query';
import type { ResolvedBody } from '../../body';
import type { ResolvedApiConfig } from '../config/api-config';
import { isCounted, type PageSettings, paramOf } from '../config/pagination';
import { parsePath } from './body-path';

/** Returns the config of the first page's request, with the first page number or offset. */
export function firstPage(config: ResolvedApiConfig): ResolvedApiConfig {
  const { pagination } = config;
  // Logs of older versions hold configs without pagination.
  if (pagination === undefined || pagination.kind === 'none') return config;
  const start = startOf(pagination, config);
  return start === null ? config : withValue(config, pagination, start);
}

/** Returns the first page number or offset; null for kinds without one. */
export function startOf(pagination: PageSettings, config: ResolvedApiConfig): number | null {
  const { kind, first } = pagination;
  if (kind !== 'page' && kind !== 'offset') return null;
  const authored = first ?? Number(authoredValue(config, pagination) ?? Number.NaN);
  if (Number.isSafeInteger(authored) && authored >= 0) return authored;
  return kind === 'page' ? 1 : 0;
}

function authoredValue(config: ResolvedApiConfig, pagination: PageSettings): unknown {
  const { params, body, url } = config;
  const name = paramOf(pagination);
  if (pagination.in === 'query') {
    const own = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '').get(name);
    return params.findLast(([key]) => key === name)?.[1] ?? own ?? undefined;
  }
  if (body.kind === 'form') return body.rows.findLast(([key]) => key === name)?.[1];
  const fields = fieldsOf(body);
  const path = fields === null ? null : fieldPath(fields, name);
  const found = path?.reduce<unknown>((value, step) => readStep(value, step), fields);
  return found === undefined || found === null ? undefined : String(found);
}

/**
 * Returns where a value goes in a JSON body: the key of that name, or else the path that the name is
 * (`paging.offset`). Null if another value is in the way.
 */
export function fieldPath(fields: Readonly<Record<string, unknown>>, name: string): readonly Step[] | null {
  if (Object.hasOwn(fields, name)) return [name];
  const path = parsePath(name) ?? [name];
  let value: unknown = fields;
  for (const step of path.slice(0, -1)) {
    value = readStep(value, step);
    // Missing parts of the path are created as objects.
    if (value === undefined) return path.every((each) => typeof each === 'string') ? path : null;
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return null;
  }
  // A list must keep its length.
  const last = path.at(-1) ?? name;
  return Array.isArray(value) && readStep(value, last) === undefined ? null : path;
}

/** Returns a copy with a value at a path of `fieldPath`. */
function withAt(value: unknown, [step, ...rest]: readonly Step[], given: unknown): unknown {
  if (step === undefined) return given;
  if (Array.isArray(value) && typeof step === 'number')
    return value.with(step, withAt(value.at(step), rest, given));
  const object = isJsonObject(value) ? value : {};
  return { ...object, [step]: withAt(readStep(object, step), rest, given) };
}

/** Returns the config with a cursor, page number or offset in its place, instead of an existing one. */
export function withValue(
  config: ResolvedApiConfig,
  pagination: PageSettings,
  value: unknown,
): ResolvedApiConfig {
  if (!isCounted(pagination.kind)) return config;
  const name = paramOf(pagination);
  if (pagination.in === 'body') return { ...config, body: withField(config.body, name, value) };
  const others = config.params.filter(([key]) => key !== name);
  return { ...config, url: withoutQueryKey(config.url, name), params: [...others, [name, String(value)]] };
}

function withField(body: Readonly<ResolvedBody>, name: string, value: unknown): ResolvedBody {
  switch (body.kind) {
    case 'none':
      return { kind: 'json', value: writeJson(withAt({}, fieldPath({}, name) ?? [name], value)) };
    case 'form':
      return { ...body, rows: [...body.rows.filter(([key]) => key !== name), [name, String(value)]] };
    case 'json':
    case 'graphql': {
      const fields = fieldsOf(body);
      const path = fields === null ? null : fieldPath(fields, name);
      if (path === null) return body;
      const text = writeJson(withAt(fields, path, value));
      return body.kind === 'json' ? { ...body, value: text } : { ...body, variables: text };
    }
    default:
      return body;
  }
}

/** Returns the fields of a JSON object or of GraphQL variables; `{}` without a body, null for any other. */
export function fieldsOf(body: Readonly<ResolvedBody>): Record<string, unknown> | null {
  if (body.kind === 'none') return {};
  const text = body.kind === 'json' ? body.value : body.kind === 'graphql' ? body.variables : null;
  if (text === null) return null;
  if (text.trim() === '') return {};
  try {
    const value = parseExact(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Removes the pairs of that key from the URL's own query; the others keep their spelling. */
function withoutQueryKey(url: string, name: string): string {
  const [whole = '', before = '', query = ''] = /^([^?#]*)\?([^#]*)/.exec(url) ?? [];
  if (whole === '' || !queryKeys(url).includes(name)) return url;
  const others = query.split('&').filter((pair) => !new URLSearchParams(pair).has(name));
  return before + (others.length === 0 ? '' : `?${others.join('&')}`) + url.slice(whole.length);
}
