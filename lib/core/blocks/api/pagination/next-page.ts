import { ExactNumber } from '../../../../platform/text/exact-number';
import type { BlockError } from '../../block';
import type { ResolvedApiConfig } from '../config/api-config';
import type { PageSettings } from '../config/pagination';
import { valueAt } from './body-path';
import { nextLink } from './link-header';
import { startOf, withValue } from './page-config';
import { pageError } from './page-error';

/** What the request of a page differs in. */
export interface PageRequest {
  config: ResolvedApiConfig;
  /** Taken as it is, in the place of the config's URL and query. */
  nextUrl: string | null;
}

/** A page that came, as far as the next one depends on it. */
export interface ReceivedPage {
  body: unknown;
  headers: Readonly<Record<string, string | string[]>>;
  /** Where it came from, behind redirects. */
  url: string;
  itemCount: number;
}

/** The next page's request; null behind the last page. */
export type NextPage = { ok: true; request: PageRequest | null } | { ok: false; error: BlockError };

const LAST: NextPage = { ok: true, request: null };
const MAX_URL = 8_192;
const MAX_CURSOR = 4_096;

/** Finds the way from page to page, and notices when it leads nowhere new. */
export class PageFinder {
  readonly #seen = new Set<string>();
  #page: number;
  #offset: number;

  constructor(
    readonly config: ResolvedApiConfig,
    readonly pagination: PageSettings,
    /** Of the first request, whose origin credentials are for. */
    readonly first: URL,
  ) {
    const start = startOf(pagination, config) ?? 0;
    this.#page = start;
    this.#offset = start;
  }

  next(page: ReceivedPage): NextPage {
    const { kind, more } = this.pagination;
    if (kind !== 'linkHeader' && more.trim() !== '' && isNo(valueAt(page.body, more))) return LAST;
    switch (kind) {
      case 'linkHeader':
        return this.#byUrl(nextLink(page.headers.link), page.url);
      case 'nextUrl':
        return this.#byUrl(valueAt(page.body, this.pagination.nextUrl), page.url);
      case 'cursor':
        return this.#byCursor(valueAt(page.body, this.pagination.nextCursor));
      case 'page':
        this.#page += 1;
        return page.itemCount === 0 ? LAST : this.#withValue(this.#page);
      case 'offset':
        this.#offset += page.itemCount;
        return page.itemCount === 0 ? LAST : this.#withValue(this.#offset);
    }
  }

  #withValue(value: unknown): NextPage {
    const config = withValue(this.config, this.pagination, value);
    return { ok: true, request: { config, nextUrl: null } };
  }

  #byCursor(cursor: unknown): NextPage {
    if (isOver(cursor)) return LAST;
    const isText = typeof cursor === 'string' || typeof cursor === 'number' || cursor instanceof ExactNumber;
    const text = isText ? String(cursor) : '';
    if (text === '' || text.length > MAX_CURSOR) {
      const path = this.pagination.nextCursor.trim();
      const message =
        `There is no cursor at "${path}": it must be text or a number of ` +
        `${MAX_CURSOR} characters at most.`;
      return { ok: false, error: pageError('PAGE_CURSOR_INVALID', message) };
    }
    return this.#isNew(text) ? this.#withValue(cursor) : { ok: false, error: repeated('cursor') };
  }

  #byUrl(link: unknown, base: string): NextPage {
    if (isOver(link)) return LAST;
    this.#seen.add(base);
    const url = typeof link === 'string' && link.length <= MAX_URL ? readUrl(link, base) : null;
    if (url === null) {
      const message = `The next page's address is no URL of ${MAX_URL} characters at most.`;
      return { ok: false, error: pageError('PAGE_URL_INVALID', message) };
    }
    const { first } = this;
    if (url.origin !== first.origin) return { ok: false, error: otherOrigin(first.origin, url.origin) };
    url.username = '';
    url.password = '';
    url.hash = '';
    const isNew = this.#isNew(url.href);
    // What the author wrote before the host is for every page.
    url.username = first.username;
    url.password = first.password;
    if (!isNew) return { ok: false, error: repeated('address') };
    return { ok: true, request: { config: this.config, nextUrl: url.href } };
  }

  #isNew(key: string): boolean {
    return !this.#seen.has(key) && this.#seen.add(key) !== undefined;
  }
}

/** What servers write when there is no next page. */
const isOver = (value: unknown): boolean =>
  value === undefined || value === null || value === false || value === '' || value === 'false';

const isNo = (value: unknown): boolean => value === 0 || isOver(value);

function readUrl(text: string, base: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null;
}

/** Headers and credentials are for the origin that the author wrote, and a list is not whole without them. */
function otherOrigin(origin: string, other: string): BlockError {
  const place = other === 'null' ? 'an address that is not http or https' : other;
  const message =
    `The next page is at ${place}, not at ${origin}. ` +
    'Headers and credentials are only sent to the origin of the block’s URL, so it was not requested.';
  return pageError('PAGE_OTHER_ORIGIN', message);
}

const repeated = (what: string): BlockError =>
  pageError('PAGES_REPEAT', `The server gave the same ${what} for the next page again: the pages repeat.`);
