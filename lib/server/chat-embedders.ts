import { readUrl } from '@/lib/platform/read-url';
import type { AskApi } from '../platform/http/page-api';

const CHAT_PAGE = /^\/chat\/([\w-]{1,200})(?:[?#]|$)/;

/**
 * Returns the origins whose pages may frame this page: those configured for the chat at this address, none
 * for all other pages.
 */
export async function embeddersOf(url: string, ask: AskApi): Promise<string[]> {
  const slug = CHAT_PAGE.exec(url)?.[1];
  if (slug === undefined) return [];
  const json = await ask(`/api/v1/chat/${slug}`, undefined);
  if (json === null) return [];
  const { data } = JSON.parse(json) as { data: { embedOrigins: string[] } };
  return data.embedOrigins.flatMap((origin) => originOf(origin) ?? []);
}

/** Returns an origin that a policy can contain: no character that ends the directive, and no wildcard. */
function originOf(written: string): string | null {
  const url = readUrl(written);
  if (url === null) return null;
  const { protocol, origin, hostname } = url;
  return /^https?:$/.test(protocol) && /^[\w.:[\]-]+$/.test(hostname) ? origin : null;
}
