import type { IncomingMessage } from 'node:http';
import { AppError } from '../platform/errors';
import type { AskApi } from '../platform/http/page-api';
import { chatOrigin, hasAnswersOrigin, isAnswersHost } from '../services/access/answers-origin';

const CHAT_PAGE = /^\/chat\/([\w-]{1,200})\/?$/;
/** What these pages are made of. */
const ASSETS = ['/_next/static/', '/theme.js', '/chat-embed.js', '/icon.svg', '/favicon.ico'];
const SERVED = ['/hooks/', '/api/v1/chat/', ...ASSETS];

/**
 * On the origin of authors' answers there are webhooks, chat pages and what those are made of. Nobody is
 * signed in there, whatever a browser sends.
 * @throws AppError not_found for everything else
 */
export function keepToAnswers(request: IncomingMessage): void {
  const { url = '/', headers } = request;
  if (!isAnswersHost(headers.host)) return;
  delete headers.cookie;
  const [path = ''] = url.split('?', 1);
  // A path that browsers and servers may read as another one is neither.
  const isPlain =
    URL.canParse(path, 'http://localhost') && new URL(path, 'http://localhost').pathname === path;
  if (isPlain && (CHAT_PAGE.test(path) || SERVED.some((served) => startsOrIs(path, served)))) return;
  throw new AppError('not_found', `Nothing found at ${path.slice(0, 200)}.`);
}

const startsOrIs = (path: string, served: string): boolean =>
  served.endsWith('/') ? path.startsWith(served) : path === served;

/**
 * Where the page of a chat is, if it isn't where it was asked for: chats for members are where these are
 * signed in, all others on the origin of authors' answers. Null: it stays here.
 */
export async function chatElsewhere(
  { url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  ask: AskApi,
): Promise<string | null> {
  if (!hasAnswersOrigin()) return null;
  const [path = '', query] = url.split('?', 2);
  const slug = CHAT_PAGE.exec(decoded(path))?.[1];
  const json = slug === undefined ? null : await ask(`/api/v1/chat/${slug}`, undefined);
  if (json === null) return null;
  const { data } = JSON.parse(json) as { data: { access: string } };
  const belongsThere = data.access !== 'members';
  if (belongsThere === isAnswersHost(headers.host)) return null;
  return `${chatOrigin(data.access)}/chat/${slug}${query === undefined ? '' : `?${query}`}`;
}

/** As whoever makes the page reads it. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // there is no page at such a path
  }
}
