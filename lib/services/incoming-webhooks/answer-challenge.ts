import { createHmac } from 'node:crypto';
import type { RequestCheck } from '../../core/blocks/webhook-trigger/request-check';
import { Reply, reply } from '../../platform/http/reply';
import { isJsonObject } from '../../platform/text/exact-number';
import type { HookRequest } from './hook-request';

/** Longer ones are none of these, and not read for it. */
const MAX_CHALLENGE_BODY_BYTES = 16 * 1024;
const MAX_CHALLENGE_CHARACTERS = 2_000;

/** Headers that make the response plain text, and never a page, because anybody may send a challenge. */
const TEXT = {
  'content-type': 'text/plain; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
};

/**
 * Answers a sender that asks, without a proof of its own, whether the URL expects it; returns null for
 * every other request. It starts nothing and sends back nothing but what was sent.
 */
export function answerUnsignedChallenge(
  { kind }: RequestCheck,
  { method, search, headers }: Pick<HookRequest, 'method' | 'search' | 'headers'>,
): Reply | null {
  switch (kind) {
    // Meta signs as GitHub does, so that a check for GitHub has been used for it.
    case 'github':
    case 'meta':
      return method === 'GET' && search.get('hub.mode') === 'subscribe'
        ? echoOf(search.get('hub.challenge'))
        : null;
    case 'dropbox':
      return method === 'GET' ? echoOf(search.get('challenge')) : null;
    case 'trello':
      return method === 'HEAD' ? new Reply(null, 200, TEXT) : null;
    case 'asana': {
      const secret = headers['x-hook-secret'];
      const isOne = method === 'POST' && typeof secret === 'string' && /^[\w.-]{1,200}$/.test(secret);
      return isOne ? new Reply(null, 200, { 'x-hook-secret': secret }) : null;
    }
    default:
      return null;
  }
}

/** The answer to a request that passed the check and only asks whether the URL works; null for others. */
export function answerSignedChallenge(
  { kind }: RequestCheck,
  secret: string,
  { body, header }: { body: Buffer; header: (name: string) => string | undefined },
): Reply | null {
  if (!['slack', 'zoom', 'discord', 'twitch'].includes(kind)) return null;
  const event = body.length > MAX_CHALLENGE_BODY_BYTES ? null : objectIn(body);
  if (event === null) return null;
  switch (kind) {
    case 'slack':
      return event.type === 'url_verification' ? echoOf(event.challenge) : null;
    case 'twitch': {
      const isAsked = header('twitch-eventsub-message-type') === 'webhook_callback_verification';
      return isAsked ? echoOf(event.challenge) : null;
    }
    case 'discord':
      return event.type === 1 ? reply({ type: 1 }) : null;
    default:
      return event.event === 'endpoint.url_validation' ? zoomAnswer(event.payload, secret) : null;
  }
}

function zoomAnswer(payload: unknown, secret: string): Reply | null {
  const plainToken = isJsonObject(payload) ? payload.plainToken : null;
  if (typeof plainToken !== 'string') return null;
  const encryptedToken = createHmac('sha256', secret).update(plainToken).digest('hex');
  return reply({ plainToken, encryptedToken });
}

function echoOf(challenge: unknown): Reply | null {
  if (typeof challenge !== 'string' || challenge === '') return null;
  return challenge.length > MAX_CHALLENGE_CHARACTERS ? null : new Reply(challenge, 200, TEXT);
}

function objectIn(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isJsonObject(value) ? value : null;
  } catch {
    return null; // An event of another form.
  }
}
