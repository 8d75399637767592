import type { PageSettings } from '../../config/pagination';
import type { FoundItems } from './find-items';
import type { SaidMore } from './find-more';
import type { NamedValue, SentPage } from './sent-page';

type Numbered = Pick<PageSettings, 'kind' | 'param'> & Partial<Pick<PageSettings, 'pages' | 'first'>>;

interface FoundNumber {
  settings: Numbered;
  /** For people: `page 1 of 3`. */
  words: string;
}

const PAGE = /^(?:current_?page|page|page_?number|page_?no|number)$/i;
const PAGES = /^(?:total_?pages|last_?page|page_?count|num_?pages|pages)$/i;
const OFFSET = /^(?:offset|skip|start_?at)$/i;
const TOTAL = /^(?:total|total_?(?:count|items|results|size|records)|count)$/i;
const PAGE_HEADERS = ['x-wp-totalpages', 'x-total-pages'];
const PAGE_PARAMS = ['page', 'page_number', 'pageNumber', 'pageNo', 'p'];
const OFFSET_PARAMS = ['offset', 'skip', 'startAt', 'start'];

/** Returns the page number or offset that a page counts by; null if it isn't known or this is the last page. */
export function findNumber(page: SentPage, found: FoundItems, more: SaidMore | null): FoundNumber | null {
  return byPage(page, more) ?? byOffset(page, found, more);
}

function byPage({ values, headers, query }: SentPage, more: SaidMore | null): FoundNumber | null {
  const current = numbered(values, PAGE);
  const total = numbered(values, PAGES);
  const sent = PAGE_PARAMS.find((name) => query.has(name));
  const param = sent ?? 'page';
  const header = PAGE_HEADERS.find((name) => Number(headers[name]) > 0);
  if (header !== undefined) {
    const now = sent === undefined ? 1 : Number(query.get(sent));
    const pages = Number(headers[header]);
    return now < pages ? counted({ param, pages: `headers.${header}` }, now, pages) : null;
  }
  if (current === undefined) return null;
  const now = Number(current.value);
  const first = now === 0 && sent === undefined ? { first: 0 } : {};
  if (total !== undefined) {
    const pages = Number(total.value);
    const isBefore = now + (now === 0 ? 1 : 0) < pages && more?.isLast !== true;
    return isBefore ? counted({ param, pages: total.path, ...first }, now, pages) : null;
  }
  return more === null || more.isLast ? null : counted({ param, ...first }, now, null);
}

const counted = (settings: Omit<Numbered, 'kind'>, now: number, pages: number | null): FoundNumber => ({
  settings: { kind: 'page', ...settings },
  words: pages === null ? `this is page ${now}` : `this is page ${now} of ${pages}`,
});

function byOffset(
  { values, query }: SentPage,
  { items }: FoundItems,
  more: SaidMore | null,
): FoundNumber | null {
  const offset = numbered(values, OFFSET);
  const param = OFFSET_PARAMS.find((name) => query.has(name)) ?? offset?.key;
  if (param === undefined || items.length === 0) return null;
  const start = Number(offset?.value ?? query.get(param));
  const total = numbered(values, TOTAL);
  const end = start + items.length;
  const settings = { kind: 'offset', param } as const;
  if (total !== undefined && Number(total.value) > end)
    return { settings, words: `these are ${end} of ${String(total.value)} items` };
  return more === null || more.isLast ? null : { settings, words: `these are the first ${end} items` };
}

/** Returns the first whole number with such a name. */
const numbered = (values: readonly NamedValue[], name: RegExp): NamedValue | undefined =>
  values.find(({ key, value }) => name.test(key) && Number.isSafeInteger(value) && Number(value) >= 0);
