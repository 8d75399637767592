import type { Policy, RawRequest } from '../../platform/http/handle';
import type { Actor } from './actor';
import { hashApiKey, isApiKeySecret } from './key-format';
import { countMiss, mayBeKey } from './key-guesses';
import { requireAddress } from './key-limits';
import { isLive, principals } from './principals';
import { isSameOrigin } from './same-origin';
import { readSessionToken, type SessionToken } from './session-cookie';
import { touchLastUsed } from './touch-last-used';

/**
 * Returns the sender of a request: an API key, a signed-in person or nobody. If a key is sent, it decides,
 * whatever cookie comes with it. @throws AppError forbidden for a key that is limited to other addresses
 */
export const authenticate: Policy['authenticate'] = async (request, auth) => {
  const secret = request.header('x-api-key');
  if (secret !== undefined) return auth === 'session' ? null : actorOfKey(secret, request.remoteAddress);
  const safe = request.method === 'GET' || request.method === 'HEAD';
  if (!safe && !isSameOrigin(request.header)) return null;
  return actorOfCookies(request.header('cookie'));
};

/** @returns null for a missing, forged or ended session */
export async function actorOfCookies(cookieHeader: string | undefined): Promise<Actor | null> {
  return cookieHeader === undefined ? null : actorOfToken(await readSessionToken(cookieHeader));
}

async function actorOfToken(token: SessionToken | null): Promise<Actor | null> {
  if (token === null) return null;
  const user = await principals().users.get(token.userId);
  return isLive(token, user) ? user.actor : null;
}

async function actorOfKey(secret: string, address: RawRequest['remoteAddress']): Promise<Actor | null> {
  if (!isApiKeySecret(secret)) return null;
  const hash = hashApiKey(secret).toString('hex');
  const { keys } = principals();
  let key = keys.peek(hash);
  if (key === undefined) key = (await mayBeKey(hash, address)) ? await keys.get(hash) : null;
  if (key === null) countMiss(address);
  if (key === null || key.expiresAtMs <= Date.now()) return null;
  requireAddress(key.ranges, address);
  touchLastUsed(key.actor.keyId!);
  return key.actor;
}
