import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import type { Scope } from '../access/actor';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { createApiKey } from '../api-keys/create-api-key';
import { getDelivery } from './get-delivery';
import { listExecutionDeliveries } from './list-execution-deliveries';
import type { ComposedEvent } from './schema';
import {
  closeAfterDeliveries,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';

/** Nobody answers there. */
const NOBODY = 'http://127.0.0.1:9/hook';

interface Page {
  data: ComposedEvent[];
  nextCursor: string | null;
  resumeCursor: string;
}

let api: TestApi;
let mill: SubscribedWorkspace;
beforeAll(async () => {
  await openForDeliveries();
  api = await startTestApi();
});
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.webhook_pending');
  mill = await mintSubscribedWorkspace();
});
afterAll(async () => {
  await api.close();
  await closeAfterDeliveries();
});

async function call(query: Record<string, string>, ...scopes: Scope[]) {
  const { owner, workspaceId } = mill;
  const choice = { name: 'k', scopes, workspaceIds: [workspaceId], expiresAt: null };
  const headers = { 'x-api-key': (await createApiKey(owner, choice)).secret };
  return api.call('GET', `/api/v1/webhook-events?${new URLSearchParams(query)}`, headers);
}

async function read(query: Record<string, string> = {}): Promise<Page> {
  const { status, body } = await call({ workspaceId: mill.workspaceId, ...query }, 'logs:read');
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as unknown as Page;
}

const executionsOf = ({ data }: Page) => data.map(({ executionId }) => executionId);

test('it begins now, and returns each execution that completes then once', async () => {
  await mill.complete();
  const begin = await read();
  expect(begin).toMatchObject({ data: [], nextCursor: null });
  const [one, two] = [await mill.complete(), await mill.complete()];
  const first = await read({ cursor: begin.resumeCursor, limit: '1' });
  expect(first.nextCursor).not.toBeNull();
  const second = await read({ cursor: first.nextCursor ?? '', limit: '1' });
  expect([...executionsOf(first), ...executionsOf(second)].sort()).toEqual([one, two].sort());
  const rest = await read({ cursor: second.nextCursor ?? second.resumeCursor });
  expect(rest).toMatchObject({ data: [], nextCursor: null });
  const again = await read({ cursor: begin.resumeCursor });
  expect(again.data.map(({ id }) => id)).toEqual(expect.arrayContaining(first.data.map(({ id }) => id)));
});

test('a body is that of a delivery to the byte, but for the event’s id and time', async () => {
  const includes = ['FinalOutput', 'TraceSpans', 'Tags', 'UsageData'].map((name) => `include${name}`);
  await mill.subscribe(NOBODY, Object.fromEntries(includes.map((name) => [name, true])));
  const query = Object.fromEntries(includes.map((name) => [name, 'true']));
  const { resumeCursor } = await read(query);
  const failed = JSON.stringify({ code: 'HTTP_STATUS', message: 'It said 500.', blockId: 'b', status: 500 });
  const executionId = await mill.complete({
    level: 'error',
    error: failed,
    finalOutput: '{"n":12345678901234567890}',
    tags: ['order 1'],
  });
  const [event] = (await read({ ...query, cursor: resumeCursor })).data;
  const { owner, workspaceId } = mill;
  const [delivery] = (await listExecutionDeliveries(owner, { workspaceId, executionId })).data;
  const address = { workspaceId, id: delivery?.webhookId ?? '', deliveryId: delivery?.id ?? '' };
  const sent = (await getDelivery(owner, address)).data.body;
  const neutral = (body = '') =>
    body.replace(/"id":"[^"]+"/, '"id":""').replace(/"timestamp":\d+/, '"timestamp":0');
  expect(neutral(event?.body)).toBe(neutral(sent));
  expect(JSON.parse(event?.body ?? '').id).toBe(event?.id);
});

test('it has the filters of a subscription', async () => {
  const levels = { levels: 'error', triggers: 'manual', workflowId: mill.exampleId };
  const { resumeCursor: cursor } = await read(levels);
  await mill.complete({ level: 'error' });
  await mill.complete({}, 'manual');
  const wanted = await mill.complete({ level: 'error' }, 'manual');
  expect(executionsOf(await read({ ...levels, cursor }))).toEqual([wanted]);
  const both = { levels: 'info,error' };
  const { resumeCursor: place } = await read(both);
  const plain = await mill.complete();
  expect(executionsOf(await read({ ...both, cursor: place }))).toEqual([plain]);
});

test('an answer can wait for what completes', async () => {
  const { resumeCursor: cursor } = await read();
  const waiting = read({ cursor, waitSeconds: '25' });
  const executionId = await mill.complete();
  expect(executionsOf(await waiting)).toEqual([executionId]);
});

test('what a run returns needs logs:read, and the workflow must be of the workspace', async () => {
  const { workspaceId, strangersWorkspaceId } = mill;
  expect((await call({ workspaceId }, 'webhooks:write')).status).toBe(403);
  expect((await call({ workspaceId: strangersWorkspaceId }, 'logs:read')).status).toBe(403);
  expect((await call({ workspaceId, workflowId: newId() }, 'logs:read')).status).toBe(404);
  expect((await call({ workspaceId, cursor: 'x' }, 'logs:read')).body.code).toBe('cursor_invalid');
});
