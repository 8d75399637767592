import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { expectShortTasks } from '../../platform/testing/expect-short-tasks';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { becomeSteady } from '../runs/testing/steady-process';
import { publishedHook } from './testing/published-hook';

/** A stranger holds the event loop no longer than this. */
const MOST_MS = 100;
const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=xx';

let api: TestApi;
let mill: TestWorkspace;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  await becomeSteady();
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
});
afterAll(async () => {
  await api.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const names = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`).join('&');
const parts = (count: number) =>
  `${'--xx\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n\r\n1\r\n'.repeat(count)}--xx--\r\n`;

/** Sends a body, and expects that no turn of the event loop is long. @returns the last answer */
async function sent(path: string, body: string, headers: Record<string, string>) {
  const bytes = Buffer.from(body);
  let answer = { status: 0, body: {} as Record<string, unknown> };
  const send = async () => {
    const response = await fetch(api.origin + path, { method: 'POST', body: bytes, headers });
    answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  await send(); // compiles what it needs
  await expectShortTasks(send, { mostMs: MOST_MS });
  return answer;
}

describe('a stranger’s body is counted before its signature is checked', () => {
  it.each([
    ['twilio', names(20_000), { 'x-twilio-signature': 'wrong' }],
    ['mailgun', names(1_200_000), {}],
  ])('%s', async (kind, body, headers) => {
    const { path } = await publishedHook(mill, { check: { kind, token: 'sh-sh-sh' } });
    const answer = await sent(path, body, { 'content-type': URLENCODED, ...headers });
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    expect(answer.body.detail).toBe('The form has more than 5,000 fields.');
  });

  it.each([
    ['twilio', `${names(4_000)}&a=${'%41'.repeat(100_000)}`],
    ['twilio', `a=${'%41'.repeat(3_000_000)}`],
    ['mailgun', `a=${'%41'.repeat(3_000_000)}`],
  ])('%s: what is below the limits is checked in short turns', async (kind, body) => {
    const { path } = await publishedHook(mill, { check: { kind, token: 'sh-sh-sh' } });
    const headers = { 'content-type': URLENCODED, 'x-twilio-signature': 'wrong' };
    expect((await sent(path, body, headers)).status).toBe(401);
  });

  it('mailgun: an event of millions of values is no event', async () => {
    const { path } = await publishedHook(mill, { check: { kind: 'mailgun', token: 'sh-sh-sh' } });
    const body = `[${'1,'.repeat(4_000_000)}1]`;
    expect((await sent(path, body, { 'content-type': 'application/json' })).status).toBe(401);
  });
});

describe('at an open webhook', () => {
  it.each([
    ['130,000 parts', parts(130_000), MULTIPART],
    ['five million pairs', 'a&'.repeat(4_900_000), URLENCODED],
  ])('%s are refused by their count', async (_, body, type) => {
    const { path } = await publishedHook(mill, {});
    expect(await sent(path, body, { 'content-type': type })).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large', errors: [{ param: 'body', code: 'body_too_complex' }] },
    });
  });

  it('the largest form starts a run', async () => {
    const { path } = await publishedHook(mill, {});
    expect((await sent(path, parts(2_000), { 'content-type': MULTIPART })).status).toBe(202);
  });

  it('large JSON that ends too early is text, and is not parsed on the event loop', async () => {
    const { path } = await publishedHook(mill, {});
    const body = `[${'1,'.repeat(450_000)}`;
    expect((await sent(path, body, { 'content-type': 'application/json' })).status).toBe(202);
  });
});
