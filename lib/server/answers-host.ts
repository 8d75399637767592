import type { IncomingMessage } from 'node:http';
import { readUrl } from '@/lib/platform/read-url';
import { triggerDescriptions } from '../core/blocks/registry/triggers';
import { AppError } from '../platform/errors';
import type { AskApi } from '../platform/http/page-api';
import { chatOrigin, hasAnswersOrigin, isAnswersHost } from '../services/access/answers-origin';

const CHAT_PAGE = /^\/chat\/([\w-]{1,200})\/?$/;
/** The static files that these pages need. */
const ASSETS = ['/_next/static/', '/theme.js', '/chat-embed.js', '/icon.svg', '/favicon.ico'];
const SERVED = [
  ...Object.values(triggerDescriptions).flatMap(({ publicPaths = [] }) => publicPaths),
  ...ASSETS,
];

/**
 * On the origin of authors' answers, allows webhooks, chat pages and their static files only. Nobody is
 * signed in there, whatever cookies a browser sends.
 * @throws AppError not_found for everything else
 */
export function keepToAnswers(request: IncomingMessage): void {
  const { url = '/', headers } = request;
  if (!isAnswersHost(headers.host)) return;
  delete headers.cookie;
  const [path = ''] = url.split('?', 1);
  // Refuses a path that browsers and servers may interpret differently.
  const isPlain = readUrl(path, 'http://localhost')?.pathname === path;
  if (isPlain && (CHAT_PAGE.test(path) || SERVED.some((served) => startsOrIs(path, served)))) return;
  throw new AppError('not_found', `Nothing found at ${path.slice(0, 200)}.`);
}

const startsOrIs = (path: string, served: string): boolean =>
  served.endsWith('/') ? path.startsWith(served) : path === served;

/**
 * Returns the URL of a chat's page if it belongs on another origin: chats for members are where members are
 * signed in, all others on the origin of authors' answers. Null: it stays here.
 */
export async function redirectChat(
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

/** Decodes a path as the renderer of the page does. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // no page has such a path
  }
}
