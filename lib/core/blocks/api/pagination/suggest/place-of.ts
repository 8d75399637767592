import type { PageSettings } from '../../config/pagination';
import { type SentPage, valuesIn } from './sent-page';

const PAGE_SIZE = /^(?:first|limit|size|per_?page|page_?size|max_?results)$/i;
const CURSOR_VARIABLE = /\$(\w*)/g;

/** Returns where a parameter goes: into the query, or for a JSON body where the request has its like. */
export function placeOf(page: SentPage, param: string): Pick<PageSettings, 'param' | 'in'> {
  const { query, fields } = page;
  if (fields === null || query.has(param)) return { param, in: 'query' };
  const sent = valuesIn(fields);
  const same = sent.find(({ key }) => key === param);
  if (same !== undefined) return { param: same.path, in: 'body' };
  const size = sent.find(({ key }) => PAGE_SIZE.test(key));
  const nested = size === undefined ? -1 : size.path.length - size.key.length;
  if (size !== undefined && nested > 0 && size.path.endsWith(`.${size.key}`))
    return { param: `${size.path.slice(0, nested)}${param}`, in: 'body' };
  return { param: variableOf(page.graphql) ?? param, in: 'body' };
}

/** Returns the variable of a GraphQL query that is named for a cursor. */
function variableOf(query: string): string | null {
  const names = Array.from(query.matchAll(CURSOR_VARIABLE), ([, name = '']) => name);
  return names.find((name) => /after|cursor/i.test(name)) ?? null;
}
