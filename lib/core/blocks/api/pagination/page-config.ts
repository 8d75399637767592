import { isJsonObject, parseExact } from '../../../../platform/text/exact-number';
import { writeJson } from '../../../../platform/text/json-text';
import { queryKeys } from '../../append-query';
import type { ResolvedBody } from '../../body';
import type { ResolvedApiConfig } from '../config/api-config';
import { isCounted, type PageSettings, paramOf } from '../config/pagination';

/** The config of the first page's request: a page number or an offset goes into it. */
export function firstPage(config: ResolvedApiConfig): ResolvedApiConfig {
  const { pagination } = config;
  // Runs of older versions left configs without it in their logs.
  if (pagination === undefined || pagination.kind === 'none') return config;
  const start = startOf(pagination, config);
  return start === null ? config : withValue(config, pagination, start);
}

/** The first page number or offset; null for kinds that have none. */
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
  return fields !== null && Object.hasOwn(fields, name) ? String(fields[name]) : undefined;
}

/** With a cursor, page number or offset where the settings put it, in the place of one that is there. */
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
      return { kind: 'json', value: writeJson({ [name]: value }) };
    case 'form':
      return { ...body, rows: [...body.rows.filter(([key]) => key !== name), [name, String(value)]] };
    case 'json':
    case 'graphql': {
      const fields = fieldsOf(body);
      if (fields === null) return body;
      const text = writeJson({ ...fields, [name]: value });
      return body.kind === 'json' ? { ...body, value: text } : { ...body, variables: text };
    }
    default:
      return body;
  }
}

/** Of a JSON object, or the variables of a GraphQL query; null for any other body. */
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

/** The URL without the pairs of that key in its own query; the others keep their spelling. */
function withoutQueryKey(url: string, name: string): string {
  const [whole = '', before = '', query = ''] = /^([^?#]*)\?([^#]*)/.exec(url) ?? [];
  if (whole === '' || !queryKeys(url).includes(name)) return url;
  const others = query.split('&').filter((pair) => !new URLSearchParams(pair).has(name));
  return before + (others.length === 0 ? '' : `?${others.join('&')}`) + url.slice(whole.length);
}
