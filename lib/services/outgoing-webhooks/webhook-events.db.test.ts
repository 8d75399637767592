import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { pool, prisma } from '../../platform/postgres/db';
import type { Scope } from '../access/actor';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { createApiKey } from '../api-keys/create-api-key';
import { makeVersionLive } from '../versions/make-version-live';
import { publishWorkflow } from '../versions/publish-workflow';
import { getDelivery } from './get-delivery';
import { listExecutionDeliveries } from './list-execution-deliveries';
import { eventToNote, noteEvent } from './note-event';
import { workflowPublished } from './other-events';
import type { ComposedEvent } from './schema';
import { tellOfStart } from './tell-of-start';
import {
  closeAfterDeliveries,
  completionOf,
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
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
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

const publish = () => publishWorkflow(mill.writer, { id: mill.exampleId });

/** Reads on from a cursor until there are so many events. */
async function collect(query: Record<string, string>, from: string, count: number): Promise<ComposedEvent[]> {
  const data: ComposedEvent[] = [];
  for (let cursor = from; data.length < count; ) {
    const page = await read({ ...query, cursor, waitSeconds: '5' });
    data.push(...page.data);
    cursor = page.nextCursor ?? page.resumeCursor;
  }
  return data;
}

test('other events are there from the first call that asks for them on, beside completed runs', async () => {
  await publish();
  const events = 'workflow.execution.completed,run.started,workflow.published';
  const begin = await read({ events });
  expect(begin).toMatchObject({ data: [], nextCursor: null });
  const { execution } = completionOf(mill);
  await tellOfStart(execution, Date.now());
  const completed = await mill.complete();
  await makeVersionLive(mill.writer, { id: mill.exampleId, number: '1' }); // it is live: no event
  const data = await collect({ events }, begin.resumeCursor, 2);
  expect(data.map(({ type, executionId }) => [type, executionId]).toSorted()).toEqual([
    ['run.started', execution.executionId],
    ['workflow.execution.completed', completed],
  ]);
  const started = data.find(({ type }) => type === 'run.started')!;
  expect(JSON.parse(started.body)).toMatchObject({ id: started.id, type: 'run.started' });
});

test('alone they are read without completed runs, page by page, each once', async () => {
  const events = 'run.started';
  const begin = await read({ events });
  await mill.complete();
  const runs = [completionOf(mill), completionOf(mill), completionOf(mill)].map(({ execution }) => execution);
  for (const execution of runs) await tellOfStart(execution, Date.now());
  const data = await collect({ events, limit: '2' }, begin.resumeCursor, 3);
  expect(data.map(({ executionId }) => executionId)).toEqual(runs.map(({ executionId }) => executionId));
});

test('an event whose transaction is still open is read later, and not skipped', async () => {
  const events = 'workflow.published';
  const begin = await read({ events });
  const about = { version: 1, previousVersion: null, note: '', userId: mill.writer.userId };
  const eventOf = (note: string) =>
    eventToNote(workflowPublished(mill.workspaceId, { ...about, workflowId: mill.exampleId, note }));
  const open = await pool().connect();
  await open.query('BEGIN');
  await noteEvent(open, eventOf('open'));
  await noteEvent(pool(), eventOf('closed'));
  const during = await read({ events, cursor: begin.resumeCursor });
  expect(during.data).toEqual([]);
  await open.query('COMMIT');
  open.release();
  const data = await collect({ events }, during.resumeCursor, 2);
  expect(data.map(({ body }) => JSON.parse(body).data.note)).toEqual(['open', 'closed']);
});

test('without a reader they leave nothing, and another workspace reads none', async () => {
  const other = await mintSubscribedWorkspace();
  await read({ events: 'workflow.published' });
  await publishWorkflow(other.writer, { id: other.exampleId });
  const { rows } = await pool().query('SELECT FROM runtime.webhook_feed WHERE workspace_id = $1', [
    other.workspaceId,
  ]);
  expect(rows).toHaveLength(0);
});

test('what tells of settings needs the scope of settings, and a cursor stays with its events', async () => {
  const { workspaceId } = mill;
  const asked = { workspaceId, events: 'alert.fired' };
  expect(await call(asked, 'logs:read')).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('webhooks:read') },
  });
  expect((await call(asked, 'logs:read', 'webhooks:read')).status).toBe(200);
  const { resumeCursor: cursor } = await read({ events: 'run.started' });
  expect((await call({ workspaceId, cursor }, 'logs:read')).body.code).toBe('cursor_invalid');
  const more = { workspaceId, cursor, events: 'run.started,workflow.execution.completed' };
  expect((await call(more, 'logs:read')).body.code).toBe('cursor_filter_mismatch');
  const strange = { workspaceId, events: 'run.started', cursor: 'events.e30' };
  expect((await call(strange, 'logs:read')).body.code).toBe('cursor_invalid');
  expect((await call({ workspaceId, events: 'run.ended' }, 'logs:read')).status).toBe(400);
});
