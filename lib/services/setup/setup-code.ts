import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '../../platform/env';
import { prisma } from '../../platform/postgres/db';
import { isLoopbackHost } from '../access/own-origin';

/** Excludes letters that are easily mistaken for digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/**
 * True if others than this machine's users can reach the server, so that the first visitor may be anybody.
 */
export function needsSetupCode(): boolean {
  const { HOST, NEXTAUTH_URL } = env();
  return !isLoopbackHost(HOST) || !isLoopbackHost(new URL(NEXTAUTH_URL).hostname);
}

/**
 * Returns the code for the first visitor: 80 bits in groups, `7K2M-9QXT-…`. It is derived from the
 * installation's secret, so that every process and every start has the same one; valid until the owner's
 * account exists.
 */
export async function setupCode(): Promise<string> {
  const { databaseGeneration } = await prisma().installation.findUniqueOrThrow({ where: { id: 1 } });
  const digest = createHmac('sha256', env().NEXTAUTH_SECRET)
    .update(`set-up code ${databaseGeneration}`)
    .digest();
  const letters = [...digest.subarray(0, GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % 32]).join('');
  return (letters.match(/.{4}/g) ?? []).join('-');
}

/** Checks a typed code, ignoring case, blanks and hyphens. */
export async function isSetupCode(typed: string): Promise<boolean> {
  const expected = Buffer.from(withoutSeparators(await setupCode()));
  const given = Buffer.from(withoutSeparators(typed));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Returns the message for the terminal where the server was started; null if no code is needed. */
export async function setupCodeNote(): Promise<string | null> {
  if (!needsSetupCode() || (await prisma().user.count({ take: 1 })) > 0) return null;
  return (
    `The first visit to ${env().NEXTAUTH_URL} creates the owner. It asks for this set-up code: ` +
    `${await setupCode()}`
  );
}

const withoutSeparators = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();
