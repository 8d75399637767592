import { createHash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { addressBucket } from '../../platform/addresses/client-address';
import { AppError, isAppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import { logger } from '../../platform/logging/logger';
import { processSingleton } from '../../platform/process-singleton';
import type { Actor } from '../access/actor';
import { type Attempts, countAttempt, giveBackAttempt } from '../access/attempts';
import { createTokenBuckets } from '../access/token-buckets';
import { textWithVariables } from '../variables/text-with-variables';
import type { FoundChat } from './find-chat';

/** Wrong passwords of an address for a chat: ten in 15 minutes. */
const WRONG_PASSWORDS = { burst: 10, perMinute: 10 / 15 };
const MESSAGES_A_MINUTE = { burst: 20, perMinute: 20 };
const MESSAGES_AN_HOUR = { burst: 200, perMinute: 200 / 60 };
/** Addresses whose password was right need not be counted again with each message. */
const MAX_KNOWN = 10_000;
const KNOWN_FOR_MS = 15 * 60_000;

/** Reading costs a statement each time; by address, for what a process can bear. */
const READS = { burst: 60, perMinute: 120 };

type Asked = Pick<RequestContext, 'header' | 'remoteAddress'>;

/**
 * Lets in whom the author lets in. @throws AppError members_only, forbidden, password_required,
 * password_wrong, rate_limited, conflict
 */
export async function requireAccess(chat: FoundChat, actor: Actor | null, asked: Asked): Promise<void> {
  const { access } = chat.trigger.config;
  if (access === 'members') requireMember(chat, actor);
  if (access === 'password') await requirePassword(chat, asked);
}

function requireMember({ workflow }: FoundChat, actor: Actor | null): void {
  if (actor === null || !actor.roles.has(workflow.workspaceId))
    throw new AppError('members_only', 'This chat is for members of its workspace. Sign in to use it.');
  if (actor.scopes?.has('workflows:run') === false)
    throw new AppError('forbidden', 'This API key lacks the scope workflows:run.');
}

const known = (): LRUCache<string, true> =>
  processSingleton('chat-passwords', () => new LRUCache({ max: MAX_KNOWN, ttl: KNOWN_FOR_MS }));

async function requirePassword(chat: FoundChat, { header, remoteAddress }: Asked): Promise<void> {
  const given = header('x-chat-password');
  if (given === undefined || given === '')
    throw new AppError('password_required', 'This chat asks for a password.');
  const expected = digest(await passwordOf(chat));
  // Headers are read as Latin-1; who writes other letters sends UTF-8.
  const readings = [given, Buffer.from(given, 'latin1').toString()].map(digest);
  const isRight = readings.map((reading) => timingSafeEqual(reading, expected)).includes(true);
  const place = `${chat.slug} ${addressBucket(remoteAddress)}`;
  const name = `${place} ${digest(given).toString('hex')}`;
  if (isRight && known().has(name)) return;
  const attempt: Attempts = { kind: 'chat password', name: place, allowance: WRONG_PASSWORDS };
  await countOrRefuse([attempt], 'Too many wrong passwords. Wait some minutes, then try again.');
  if (!isRight) throw new AppError('password_wrong', 'The password is not right.');
  known().set(name, true);
  await giveBackAttempt([attempt]);
}

/** @throws AppError conflict when a variable is missing, or empty */
async function passwordOf({ trigger, workflow }: FoundChat): Promise<string> {
  const { workspaceId, workflowId } = workflow;
  const of = { workspaceId, environment: 'live' } as const;
  const filled = await textWithVariables(trigger.config.password, of);
  if ('value' in filled && filled.value !== '') return filled.value;
  logger('chat').warn('the password of a chat names a variable that is missing', { workflowId });
  throw new AppError('conflict', 'This chat is not set up completely: its password is missing.');
}

/** Digests have one length, so that not even the length of the password is told by the time it takes. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Counts a message, of members by person and of others by address. @throws AppError rate_limited
 */
export async function countMessage(chat: FoundChat, actor: Actor | null, asked: Asked): Promise<void> {
  const isMember = chat.trigger.config.access === 'members' && actor !== null;
  const who = isMember ? actor.userId : addressBucket(asked.remoteAddress);
  const name = `${chat.slug} ${who}`;
  await countOrRefuse(
    [
      { kind: 'chat messages a minute', name, allowance: MESSAGES_A_MINUTE },
      { kind: 'chat messages an hour', name, allowance: MESSAGES_AN_HOUR },
    ],
    'You have sent many messages. Wait a minute, then try again.',
  );
}

const reads = () => processSingleton('chat-reads', () => createTokenBuckets(READS));

/** Counts a look at a conversation. @throws AppError rate_limited */
export function countRead({ remoteAddress }: Pick<RequestContext, 'remoteAddress'>): void {
  if (reads().take(addressBucket(remoteAddress))) return;
  throw new AppError('rate_limited', 'Too many calls. Wait a moment, then try again.', {
    headers: { 'retry-after': '1' },
  });
}

async function countOrRefuse(attempts: readonly Attempts[], words: string): Promise<void> {
  try {
    await countAttempt(attempts);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'rate_limited') throw error;
    throw new AppError('rate_limited', words, { headers: error.headers, cause: error });
  }
}
