import type { SentExchange } from '../../../capabilities';
import type { PageSettings } from '../../config/pagination';
import { nextLink } from '../link-header';
import { findCursor } from './find-cursor';
import { findItems } from './find-items';
import { findLink } from './find-link';
import { findMore } from './find-more';
import { findNumber } from './find-number';
import { placeOf } from './place-of';
import { readSentPage } from './sent-page';

interface PaginationHint {
  settings: Partial<PageSettings> & Pick<PageSettings, 'kind'>;
  /** How the next page is named, as part of a sentence for people. */
  words: string;
}

/**
 * Returns the settings that collect the pages after a response, by what it says of a next one; null if it
 * says nothing of it, or that it is the last.
 */
export function suggestPagination(exchange: SentExchange): PaginationHint | null {
  const page = readSentPage(exchange);
  const found = page === null ? null : findItems(page);
  if (page === null || found === null) return null;
  const items = found.path;
  const link = nextLink(page.headers.link);
  if (link !== null)
    return { settings: { kind: 'linkHeader', items }, words: 'its address is in the Link header' };
  const more = findMore(page);
  if (more?.isLast === true) return null;
  const moreSettings = more === null ? {} : { more: more.path };
  const nextUrl = findLink(page);
  if (nextUrl !== null)
    return {
      settings: { kind: 'nextUrl', items, nextUrl, ...moreSettings },
      words: `its address is at ${nextUrl}`,
    };
  const cursor = findCursor(page, found, more);
  if (cursor !== null) {
    const place = placeOf(page, cursor.param);
    return {
      settings: { kind: 'cursor', items, nextCursor: cursor.path, ...place, ...moreSettings },
      words: `its cursor is at ${cursor.path}, to be sent as ${place.param}`,
    };
  }
  const number = findNumber(page, found, more);
  if (number === null) return null;
  const { settings, words } = number;
  const { param, in: inPart } = placeOf(page, settings.param);
  return {
    settings: { ...settings, items, param, in: inPart, ...moreSettings },
    words: `${words}, to be sent as ${param}`,
  };
}
