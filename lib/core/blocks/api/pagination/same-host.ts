import type { SameHost } from '../config/pagination';

type Found = { ok: true; url: URL; warning: string | null } | { ok: false; isSameHost: boolean };

/**
 * Returns where a next page is requested. A server behind a proxy often doesn't know its own scheme and
 * port: a link that differs in the scheme, or has no port, is requested at the block's own origin, to
 * which the credentials belong. A link to another port is only followed if the author allows it.
 */
export function onSameHost(link: URL, own: URL, sameHost: SameHost): Found {
  if (link.origin === own.origin) return { ok: true, url: link, warning: null };
  const isWeb = link.protocol === 'http:' || link.protocol === 'https:';
  if (!isWeb || link.hostname !== own.hostname) return { ok: false, isSameHost: false };
  const isDowngrade = own.protocol === 'https:' && link.protocol === 'http:';
  if (sameHost === 'there' && !isDowngrade) return { ok: true, url: link, warning: null };
  const namesOther = link.port !== '' && link.port !== own.port;
  if (sameHost === 'refuse' || (namesOther && sameHost !== 'here')) return { ok: false, isSameHost: true };
  const url = new URL(own.origin);
  url.pathname = link.pathname;
  url.search = link.search;
  const warning = `The next page is named at ${link.origin}; it was requested at ${own.origin}.`;
  return { ok: true, url, warning };
}
