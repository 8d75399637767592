import { createHash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { addressBucket } from '../../platform/addresses/client-address';
import { AppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import { logger } from '../../platform/logging/logger';
import { processSingleton } from '../../platform/process-singleton';
import { type Attempts, giveBackAttempt } from '../access/attempts';
import { textWithVariables } from '../variables/text-with-variables';
import { countOrRefuse } from './count-or-refuse';
import type { FoundChat } from './find-chat';
import { isKnownAddress, rememberAddress } from './known-addresses';

/** Wrong passwords from one address for one chat: ten in 15 minutes. */
const WRONG_OF_AN_ADDRESS = { burst: 10, perMinute: 10 / 15 };
/** The shared limit of all addresses that never had the right password, however many guess together. */
const WRONG_OF_STRANGERS = { burst: 100, perMinute: 5 };
/** Addresses whose password was right need not be counted again with each message. */
const MAX_KNOWN = 10_000;
const KNOWN_FOR_MS = 15 * 60_000;

const known = (): LRUCache<string, true> =>
  processSingleton('chat-passwords', () => new LRUCache({ max: MAX_KNOWN, ttl: KNOWN_FOR_MS }));

/**
 * Checks the password in a request. @throws AppError password_required, password_wrong, rate_limited,
 * conflict
 */
export async function requirePassword(
  chat: FoundChat,
  { header, remoteAddress }: Pick<RequestContext, 'header' | 'remoteAddress'>,
): Promise<void> {
  const given = header('x-chat-password');
  if (given === undefined || given === '')
    throw new AppError('password_required', 'This chat asks for a password.');
  const expected = digest(await passwordOf(chat));
  // Headers are decoded as Latin-1; clients with other letters send UTF-8.
  const readings = [given, Buffer.from(given, 'latin1').toString()].map(digest);
  const isRight = readings.map((reading) => timingSafeEqual(reading, expected)).includes(true);
  const place = `${chat.slug} ${addressBucket(remoteAddress)}`;
  const name = `${place} ${digest(given).toString('hex')}`;
  if (isRight && known().has(name)) return;
  const counted = await countGuess(chat, place);
  if (!isRight) throw new AppError('password_wrong', 'Wrong password.');
  known().set(name, true);
  await Promise.all([giveBackAttempt(counted), rememberAddress(place)]);
}

/**
 * Counts every guess, right or wrong, so that a refusal reveals nothing about the password. Known addresses
 * have only their own limit: otherwise a person who guesses from many addresses would lock them out. An
 * address that has used up its own guesses uses up none of the others'.
 */
async function countGuess({ slug }: FoundChat, place: string): Promise<Attempts[]> {
  const own: Attempts = { kind: 'chat password', name: place, allowance: WRONG_OF_AN_ADDRESS };
  await countOrRefuse([own], 'Too many wrong passwords. Wait some minutes, then try again.');
  if (await isKnownAddress(place)) return [own];
  const all: Attempts = { kind: 'chat password of strangers', name: slug, allowance: WRONG_OF_STRANGERS };
  await countOrRefuse(
    [all],
    'Too many wrong passwords were given for this chat, from many addresses. Wait a minute, then try again.',
  );
  return [own, all];
}

/** Returns the chat's password. @throws AppError conflict when a variable is missing, or empty */
async function passwordOf({ trigger, workflow }: FoundChat): Promise<string> {
  const { workspaceId, workflowId } = workflow;
  const of = { workspaceId, environment: 'live' } as const;
  const filled = await textWithVariables(trigger.config.password, of);
  if ('value' in filled && filled.value !== '') return filled.value;
  logger('chat').warn('the password of a chat names a variable that is missing', { workflowId });
  throw new AppError('conflict', 'This chat is not set up completely: its password is missing.');
}

/** Hashes a text; digests have equal length, so that timing doesn't even reveal the password's length. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
