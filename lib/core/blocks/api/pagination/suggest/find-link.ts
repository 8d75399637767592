import { readUrl } from '../../../../../platform/read-url';
import { onSameHost } from '../same-host';
import type { SentPage } from './sent-page';

/** Ends of paths, in lower case, where bodies hold the address of the next page. */
const ADDRESS =
  /(?:^|\.|\[')(?:next|@?odata\.nextlink|next_?link|next_?(?:page_?)?ur[il]|next_?records_?url|next\.(?:href|url|link)|next_page)(?:'\])?$/;
const LOOKS_LIKE_ADDRESS = /^(?:https?:\/\/|\/|\?)/i;

/** Returns the path of the next page's address in the body; null if there is none that may be requested. */
export function findLink({ values, url }: Pick<SentPage, 'values' | 'url'>): string | null {
  const found = values.find(
    ({ path, value }) =>
      typeof value === 'string' &&
      LOOKS_LIKE_ADDRESS.test(value) &&
      ADDRESS.test(path.toLowerCase()) &&
      isReachable(value, url),
  );
  return found?.path ?? null;
}

/** True if credentials may be sent there: to other hosts they never are. */
function isReachable(link: string, url: URL): boolean {
  const next = readUrl(link, url.href);
  return next !== null && onSameHost(next, url, 'auto').ok;
}
