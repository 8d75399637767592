import { Reply } from '../../../platform/http/reply';

/**
 * The answer as text, if it is a page. Where authors' answers have an origin of their own, none of their
 * pages comes from Millrace's; what is downloaded is no page.
 */
export function withoutMarkup(reply: Reply): Reply {
  const { 'content-type': type = '', 'content-disposition': disposition = '' } = reply.headers;
  if (!holdsMarkup(type) || /^\s*attachment\b/i.test(disposition)) return reply;
  return new Reply(reply.body, reply.status, {
    ...reply.headers,
    'content-type': 'text/plain; charset=utf-8',
  });
}

const PAGES = new Set(['text/html', 'text/xml', 'text/xsl', 'application/xml', 'application/xhtml+xml']);

/** True if any type is markup: of several types in one header browsers take the last that they know. */
const holdsMarkup = (contentType: string): boolean =>
  contentType
    .toLowerCase()
    .split(/[,;]/)
    .map((part) => part.trim())
    .some((part) => PAGES.has(part) || part.endsWith('+xml') || part.startsWith('multipart/'));
