import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyRoom } from '../../platform/http/body/body-room';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { writeJson } from '../../platform/text/json-text';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { getLog } from '../logs/get-log';
import { startWorkQueue, type WorkQueue } from '../runs/queue/work-queue';
import { becomeSteady } from '../runs/testing/steady-process';
import { workflowIn } from '../runs/testing/workflow-in';
import { type PublishedHook, publishedHook } from './testing/published-hook';

const LARGE_BYTES = 9_900_000;
/** An eighth of BODY_DISK_MB. */
const OF_ONE_HOOK = Math.floor((2_048 * 1024 * 1024) / 8 / LARGE_BYTES);

let api: TestApi;
let mill: TestWorkspace;
let queue: WorkQueue;
const sockets: Socket[] = [];

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  await becomeSteady();
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  queue = startWorkQueue();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await queue.stop(5_000);
  await api.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

/** A request of which only the head is sent, with what it is answered up to now. */
function begun(path: string, ...headers: string[]) {
  const socket = connect(Number(new URL(api.origin).port), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  sockets.push(socket);
  const request = { socket, answer: '' };
  socket.setEncoding('utf8').on('data', (text) => (request.answer += text));
  socket.write([`POST ${path} HTTP/1.1`, 'host: here', ...headers, '', ''].join('\r\n'));
  return request;
}
const large = (path: string, ...headers: string[]) =>
  begun(path, `content-length: ${LARGE_BYTES}`, ...headers);
const statusOf = ({ answer }: { answer: string }): number => Number(answer.split(' ')[1] ?? 0);
const released = () => expect.poll(() => bodyRoom().budget.held).toEqual({ memory: 0, disk: 0 });

test.each([
  ['github', { kind: 'github', token: 'sh-sh-sh' }],
  ['slack', { kind: 'slack', token: 'sh-sh-sh' }],
  ['stripe', { kind: 'stripe', token: 'sh-sh-sh' }],
  ['HMAC', { kind: 'hmac', header: 'X-Sig', token: 'sh-sh-sh' }],
  ['a header', { kind: 'header', header: 'X-Key', token: 'sh-sh-sh' }],
])('without its proof (%s) a request is refused before its body is read', async (_, check) => {
  const { path } = await publishedHook(mill, { check });
  const request = large(path);
  await expect.poll(() => statusOf(request)).toBe(401);
  expect(bodyRoom().budget.held).toEqual({ memory: 0, disk: 0 });
  request.socket.destroy();
});

test('too much at once for one webhook is 429; other webhooks and runs don’t notice', async () => {
  const { path } = await publishedHook(mill, {});
  const requests = Array.from({ length: OF_ONE_HOOK + 10 }, () => large(path));
  const refused = () => requests.filter((request) => statusOf(request) !== 0);
  await expect.poll(() => refused().length).toBe(10);
  for (const request of refused())
    expect(request.answer).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: [1-9]/i);
  expect(bodyRoom().budget.held.disk).toBe(OF_ONE_HOOK * LARGE_BYTES);

  const other = await publishedHook(mill, {});
  expect((await fetch(api.origin + other.path, { method: 'POST', body: 'small' })).status).toBe(202);
  const key = (await mintKey(mill.owner, mill.workspaceId)).headers;
  const workflowId = await workflowIn(mill, [{ type: 'response', config: { body: 'x' } }]);
  const run = await api.call('POST', `/api/v1/workflows/${workflowId}/executions`, key, { input: {} });
  expect([run.status, run.body.output]).toEqual([200, 'x']);
  for (const { socket } of requests) socket.destroy();
  await released();
});

async function outputOf(executionId: string): Promise<unknown> {
  const find = 'SELECT id FROM runtime.log WHERE execution_id = $1';
  const logs = async () => (await pool().query<{ id: string }>(find, [executionId])).rows;
  await expect.poll(logs).toHaveLength(1);
  const { executionData } = (await getLog(mill.owner, (await logs())[0]!.id)).data;
  return JSON.parse(writeJson(executionData.finalOutput));
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function answeredBytes({ path }: PublishedHook, body: Uint8Array): Promise<Buffer> {
  const headers = { 'content-type': 'application/x-tar' };
  const response = await fetch(api.origin + path, { method: 'POST', headers, body: body as BodyInit });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test('large bodies that come together are each the body of a run, byte for byte', async () => {
  const hook = await publishedHook(mill, { answer: 'response' }, { body: '<hook.body>' });
  const bodies = Array.from({ length: 4 }, () => randomBytes(4_000_000));
  const answers = await Promise.all(bodies.map((body) => answeredBytes(hook, body)));
  expect(answers.map(sha256)).toEqual(bodies.map(sha256));
  await released();
  expect(bodyRoom().turns.held).toBe(0);
});

test('what was acknowledged runs, whatever came of those beside it', async () => {
  const hook = await publishedHook(mill, {}, { body: '<hook.body.n>' });
  const broken = Array.from({ length: 5 }, () => large(hook.path));
  for (const { socket } of broken) socket.write('{"n": 1');
  const padding = 'p'.repeat(2_000_000);
  const sent = await Promise.all(
    [1, 2, 3].map(async (n) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ n, padding });
      const response = await fetch(api.origin + hook.path, { method: 'POST', headers, body });
      expect(response.status).toBe(202);
      return ((await response.json()) as { executionId: string }).executionId;
    }),
  );
  for (const { socket } of broken) socket.destroy();
  expect(await Promise.all(sent.map(outputOf))).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
  await released();
  const { rows } = await pool().query('SELECT 1 FROM runtime.log WHERE workflow_id = $1', [hook.id]);
  expect(rows).toHaveLength(3);
});
