import { isOver } from '../end-words';
import type { FoundItems } from './find-items';
import type { SaidMore } from './find-more';
import type { NamedValue, SentPage } from './sent-page';

interface FoundCursor {
  path: string;
  /** The parameter that takes it, as services with such a cursor name it. */
  param: string;
}

/** The end of a cursor's path, in lower case, and its parameter; without one, it is named like the cursor. */
const CURSORS: ReadonlyArray<[path: RegExp, param?: string]> = [
  [/(?:^|\.)next\.after$/, 'after'],
  [/(?:^|\.)next\.starting_after$/, 'starting_after'],
  [/(?:^|\.)next_page\.offset$/, 'offset'],
  [/(?:^|\.)page_?info\.end_?cursor$/, 'after'],
  [/(?:^|\.)meta\.after_cursor$/, 'page[after]'],
  [/(?:^|\.)after_cursor$/, 'cursor'],
  [/(?:^|\.)nextpagetoken$/, 'pageToken'],
  [/(?:^|\.)next_page_token$/],
  [/(?:^|\.)next_?token$/],
  [/(?:^|\.)continuation_?token$/],
  [/^metadata\.continue$/],
  [/(?:^|\.)next_?cursor$/, 'cursor'],
  [/(?:^|\.|\[')next-cursor(?:'\])?$/, 'cursor'],
  [/(?:^|\.)cursors\.after$/, 'after'],
  [/^data\.after$/],
  [/^bookmark$/],
  [/(?:^|\.)next_?marker$/, 'marker'],
  [/^lastevaluatedkey$/, 'ExclusiveStartKey'],
];

const HEADERS: ReadonlyArray<[header: string, param: string]> = [
  ['x-next-page', 'page'],
  ['x-next-cursor', 'cursor'],
  ['x-ms-continuationtoken', 'continuationToken'],
];

const MAX_CURSOR_CHARACTERS = 4_096;
const NUMBER = /^\d+$/;

/** Returns the cursor of a page and its parameter; null if there is none. */
export function findCursor(page: SentPage, found: FoundItems, more: SaidMore | null): FoundCursor | null {
  const { values, headers, fields, query } = page;
  for (const [pattern, param] of CURSORS) {
    const cursor = values.find(({ path, value }) => pattern.test(path.toLowerCase()) && isCursor(value));
    if (cursor === undefined) continue;
    // Notion names its parameter unlike others whose list has the same members.
    const isNotion = cursor.path === 'next_cursor' && more !== null && found.path === 'results';
    return { path: cursor.path, param: isNotion ? 'start_cursor' : (param ?? cursor.key) };
  }
  for (const [header, param] of HEADERS)
    if (isCursor(headers[header])) return { path: `headers.${header}`, param };
  const named = (name: string, fits: (value: unknown) => boolean) =>
    values.find(({ path, value }) => path === name && isCursor(value) && fits(value));
  // A number there is the offset of this page, not a cursor (Airtable).
  if (named('offset', (value) => typeof value === 'string' && !NUMBER.test(value)))
    return { path: 'offset', param: 'offset' };
  for (const name of ['cursor', 'next', '_scroll_id']) {
    const param = name === '_scroll_id' ? 'scroll_id' : name === 'next' ? 'cursor' : name;
    // These names say too little: the request must have the parameter already.
    const isSent = query.has(param) || (fields !== null && Object.hasOwn(fields, param));
    if (isSent && named(name, () => true)) return { path: name, param };
  }
  return lastItem(page, found, more);
}

/** Services that continue after an item: OpenAI, Anthropic, Stripe. */
function lastItem(
  { values }: SentPage,
  { path, items }: FoundItems,
  more: SaidMore | null,
): FoundCursor | null {
  if (more === null || more.isLast) return null;
  const isList = values.some(({ path: at, value }) => at === 'object' && value === 'list');
  const lastId = values.find(({ path: at, value }: NamedValue) => at === 'last_id' && isCursor(value));
  if (lastId !== undefined) return { path: 'last_id', param: isList ? 'after' : 'after_id' };
  const id = Object(items.at(-1)).id as unknown;
  return isList && isCursor(id) ? { path: `${path}[-1].id`, param: 'starting_after' } : null;
}

function isCursor(value: unknown): boolean {
  if (isOver(value)) return false;
  if (typeof value === 'string') return value.length <= MAX_CURSOR_CHARACTERS && !/^https?:\/\//i.test(value);
  return typeof value === 'number' || (typeof value === 'object' && !Array.isArray(value));
}
