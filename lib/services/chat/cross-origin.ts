import { AppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import { isOwnOrigin } from '../access/same-origin';
import { type FoundChat, findChat } from './find-chat';

type Header = RequestContext['header'];

const PREFLIGHT_LASTS_SECONDS = '600';

/** Returns CORS headers for pages that may embed the chat, none for others. They don't allow cookies. */
export async function chatCrossOrigin(
  params: Record<string, string>,
  header: Header,
): Promise<Record<string, string>> {
  const origin = header('origin');
  if (origin === undefined) return {};
  const chat = await findChat(params.slug ?? '');
  if (chat === null || !chat.trigger.embedOrigins.includes(origin)) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'Content-Type, X-Chat-Password',
    'access-control-expose-headers': 'Retry-After, X-Request-Id',
    'access-control-max-age': PREFLIGHT_LASTS_SECONDS,
  };
}

/** Checks the origin; code has none. @throws AppError forbidden for sites that may not embed the chat */
export function requireOrigin({ trigger }: FoundChat, header: Header): void {
  const origin = header('origin');
  if (origin === undefined || isOwnOrigin(origin, header) || trigger.embedOrigins.includes(origin)) return;
  throw new AppError('forbidden', 'This site may not use the chat. Its author can allow it.');
}
