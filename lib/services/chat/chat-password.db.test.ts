import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { processSingleton } from '../../platform/process-singleton';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { forgetKnownAddresses } from './known-addresses';
import { type PublishedChat, publishedChat, replies } from './testing/published-chat';

const PASSWORD = 'open sesame';
let api: TestApi;
let mill: TestWorkspace;

beforeAll(async () => {
  process.env.TRUST_PROXY = '1';
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await startHeartbeat('server');
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
});
afterAll(async () => {
  await api.close();
  await stopHeartbeat();
  await closeDatabase();
});

const newChat = () => publishedChat(mill, { access: 'password', password: PASSWORD }, [replies('Yes')]);
/** Sends a message from an address that is derived from `at`. */
const from = async (chat: PublishedChat, at: number, password: string) => {
  const headers = {
    accept: 'application/json',
    'x-chat-password': password,
    'x-forwarded-for': `203.0.${Math.floor(at / 250)}.${at % 250}`,
  };
  const { status, body } = await api.call('POST', chat.path, headers, { message: 'Hi' });
  return [status, body.code];
};
/** Clears the cache, as in another process, or in this one after a quarter of an hour. */
const forgetInProcess = () => processSingleton('chat-passwords', (): { clear(): void } => new Map()).clear();
const later = (interval: string) =>
  pool().query(
    `UPDATE runtime.attempt_bucket SET full_at = full_at - interval '${interval}';
     UPDATE runtime.chat_known_address SET known_until = known_until - interval '${interval}'`,
  );

/** Guesses from ever new addresses until it is refused. @returns the number of guesses that were checked */
async function guessFromMany(chat: PublishedChat): Promise<number> {
  for (let at = 0; ; at += 1) {
    const [status] = await from(chat, 1_000 + at, `guess ${at}`);
    if (status !== 401) return at;
  }
}

test('many addresses together guess a hundred times; then a right guess is refused too', async () => {
  const chat = await newChat();
  const other = await newChat();
  expect(await guessFromMany(chat)).toBe(100);
  expect(await from(chat, 1, PASSWORD)).toEqual([429, 'rate_limited']);
  expect(await from(chat, 2, 'wrong')).toEqual([429, 'rate_limited']);
  expect(await from(other, 1, PASSWORD)).toEqual([200, undefined]);
  await later('1 minute');
  expect(await from(chat, 3, PASSWORD)).toEqual([200, undefined]);
}, 60_000);

test('who gave the right password in the last days is not shut out, and counts by themselves', async () => {
  const chat = await newChat();
  expect(await from(chat, 1, PASSWORD)).toEqual([200, undefined]);
  await later('29 days');
  forgetInProcess();
  await guessFromMany(chat);
  expect(await from(chat, 1, 'a typing error')).toEqual([401, 'password_wrong']);
  expect(await from(chat, 1, PASSWORD)).toEqual([200, undefined]);
  for (let at = 0; at < 10; at += 1) await from(chat, 1, `guess ${at}`);
  expect(await from(chat, 1, 'one more')).toEqual([429, 'rate_limited']);
}, 60_000);

test('an address that is refused by itself uses up none of what the others have', async () => {
  const chat = await newChat();
  for (let at = 0; at < 150; at += 1) await from(chat, 1, `guess ${at}`);
  expect(await from(chat, 1, 'one more')).toEqual([429, 'rate_limited']);
  expect(await from(chat, 2, 'wrong')).toEqual([401, 'password_wrong']);
}, 60_000);

test('an address is forgotten after 30 days', async () => {
  const chat = await newChat();
  expect(await from(chat, 1, PASSWORD)).toEqual([200, undefined]);
  const known = async () =>
    (await pool().query('SELECT count(*)::int AS n FROM runtime.chat_known_address')).rows[0].n;
  expect(await known()).toBeGreaterThan(0);
  await later('31 days');
  await forgetKnownAddresses();
  expect(await known()).toBe(0);
});
