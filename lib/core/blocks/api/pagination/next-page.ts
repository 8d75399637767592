import { readUrl } from '@/lib/platform/read-url';
import { ExactNumber } from '../../../../platform/text/exact-number';
import { writeJson } from '../../../../platform/text/json-text';
import type { BlockError } from '../../block';
import type { ResolvedApiConfig } from '../config/api-config';
import type { PageSettings } from '../config/pagination';
import { isNo, isOver } from './end-words';
import { nextLink } from './link-header';
import { startOf, withValue } from './page-config';
import { pageError } from './page-error';
import { type PageContent, pageValue } from './read-page';
import { onSameHost } from './same-host';

/** The request of one page. */
export interface PageRequest {
  config: ResolvedApiConfig;
  /** Replaces the config's URL and query, unchanged. */
  nextUrl: string | null;
}

/** A received page, as far as the next one depends on it. */
export interface ReceivedPage extends PageContent {
  /** Its URL after redirects. */
  url: string;
  itemCount: number;
  /** True if its body is the same as that of the page before. */
  isSame: boolean;
}

/** The next page's request; null after the last page. */
export type NextPage = { ok: true; request: PageRequest | null } | { ok: false; error: BlockError };

const LAST: NextPage = { ok: true, request: null };
const MAX_URL = 8_192;
const MAX_CURSOR = 4_096;
/** Most consecutive pages without items that are followed while each names a next one. */
const MOST_EMPTY_PAGES = 10;

/** Finds the request of each next page, and detects repeated pages. */
export class PageFinder {
  readonly #seen = new Set<string>();
  readonly #start: number;
  /** Warnings about how the pages were followed. */
  readonly warnings = new Set<string>();
  #lastCursor: string | null = null;
  #emptyPages = 0;
  #page: number;
  #offset: number;

  constructor(
    readonly config: ResolvedApiConfig,
    readonly pagination: PageSettings,
    /** The URL of the first request; credentials are for its origin. */
    readonly first: URL,
  ) {
    const start = startOf(pagination, config) ?? 0;
    this.#start = start;
    this.#page = start;
    this.#offset = start;
  }

  next(page: ReceivedPage): NextPage {
    const { kind } = this.pagination;
    if (this.#saysNoMore(page)) return LAST;
    switch (kind) {
      case 'linkHeader':
        return this.#byUrl(nextLink(page.headers.link), page);
      case 'nextUrl':
        return this.#byUrl(pageValue(page, this.pagination.nextUrl), page);
      case 'cursor':
        return this.#byCursor(pageValue(page, this.pagination.nextCursor), page);
      case 'page':
        this.#page += 1;
        return page.itemCount === 0 || this.#isPastLast(page) ? LAST : this.#withValue(this.#page);
      case 'offset':
        this.#offset += page.itemCount;
        return page.itemCount === 0 ? LAST : this.#withValue(this.#offset);
    }
  }

  /** True if the value at the path of "has more" says no; with "!" before the path, if it says yes. */
  #saysNoMore(page: ReceivedPage): boolean {
    const more = this.pagination.more.trim();
    if (more === '' || this.pagination.kind === 'linkHeader') return false;
    return more.startsWith('!') ? !isNo(pageValue(page, more.slice(1))) : isNo(pageValue(page, more));
  }

  /** True after the last page, by the number of pages. Page numbers that begin with 0 end one earlier. */
  #isPastLast(page: ReceivedPage): boolean {
    const path = this.pagination.pages.trim();
    const found = path === '' ? undefined : pageValue(page, path);
    const total = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
    if (typeof total !== 'number' || !Number.isFinite(total)) return false;
    return this.#page > (this.#start === 0 ? total - 1 : total);
  }

  /** True if a page without items is the last, although it names a next one. */
  #endsEmpty({ itemCount }: ReceivedPage, isRepeated: boolean): boolean {
    this.#emptyPages = itemCount === 0 ? this.#emptyPages + 1 : 0;
    const { onEmpty } = this.pagination;
    if (itemCount > 0 || onEmpty === 'continue') return false;
    if (onEmpty === 'end' || isRepeated) return true;
    if (this.#emptyPages < MOST_EMPTY_PAGES) return false;
    this.warnings.add(
      `The list was ended after ${MOST_EMPTY_PAGES} pages without items in a row, although the last named ` +
        'another one. Choose what a page without items means in the settings of the pagination.',
    );
    return true;
  }

  #withValue(value: unknown): NextPage {
    const config = withValue(this.config, this.pagination, value);
    return { ok: true, request: { config, nextUrl: null } };
  }

  #byCursor(cursor: unknown, page: ReceivedPage): NextPage {
    if (isOver(cursor)) return LAST;
    const text = this.#cursorText(cursor);
    if (text === '' || text.length > MAX_CURSOR) {
      const path = this.pagination.nextCursor.trim();
      const message =
        `There is no cursor at "${path}": it must be text or a number of ` +
        `${MAX_CURSOR} characters at most, or in the body any JSON value.`;
      return { ok: false, error: pageError('PAGE_CURSOR_INVALID', message) };
    }
    // Some servers keep the position themselves, and return the same cursor with each page.
    const isConstant = text === this.#lastCursor;
    const isRepeated = !this.#isNew(text);
    this.#lastCursor = text;
    if (this.#endsEmpty(page, isRepeated)) return LAST;
    const goesOn = !isRepeated || (isConstant && !page.isSame);
    return goesOn ? this.#withValue(cursor) : { ok: false, error: repeated('cursor') };
  }

  #cursorText(cursor: unknown): string {
    if (typeof cursor === 'string' || typeof cursor === 'number' || cursor instanceof ExactNumber)
      return String(cursor);
    const isJson = this.pagination.in === 'body' && typeof cursor === 'object';
    return isJson ? writeJson(cursor) : '';
  }

  #byUrl(link: unknown, page: ReceivedPage): NextPage {
    if (isOver(link)) return LAST;
    this.#seen.add(page.url);
    const given = typeof link === 'string' && link.length <= MAX_URL ? readUrl(link, page.url) : null;
    if (given === null) {
      const message = `The next page's address is no URL of ${MAX_URL} characters at most.`;
      return { ok: false, error: pageError('PAGE_URL_INVALID', message) };
    }
    const { first } = this;
    const found = onSameHost(given, first, this.pagination.sameHost);
    if (!found.ok) return { ok: false, error: otherOrigin(first.origin, given.origin, found.isSameHost) };
    const { url } = found;
    if (found.warning !== null) this.warnings.add(found.warning);
    url.username = '';
    url.password = '';
    url.hash = '';
    const isNew = this.#isNew(url.href);
    if (this.#endsEmpty(page, !isNew)) return LAST;
    // The credentials that the author wrote before the host apply to every page.
    url.username = first.username;
    url.password = first.password;
    if (!isNew) return { ok: false, error: repeated('address') };
    return { ok: true, request: { config: this.config, nextUrl: url.href } };
  }

  #isNew(key: string): boolean {
    return !this.#seen.has(key) && this.#seen.add(key) !== undefined;
  }
}

/** The error for a page at another origin: credentials are for the author's, and the list lacks that page. */
function otherOrigin(origin: string, other: string, isSameHost: boolean): BlockError {
  const place = other === 'null' ? 'an address that is not http or https' : other;
  const message =
    `The next page is at ${place}, not at ${origin}. ` +
    'Headers and credentials are only sent to the origin of the block’s URL, so it was not requested.' +
    (isSameHost ? ' Other ports of the same host can be allowed in the settings of the pagination.' : '');
  return pageError('PAGE_OTHER_ORIGIN', message);
}

const repeated = (what: string): BlockError =>
  pageError('PAGES_REPEAT', `The server gave the same ${what} for the next page again: the pages repeat.`);
