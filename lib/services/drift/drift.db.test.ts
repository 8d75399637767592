import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { WorkflowDocument } from '../../core/workflow/schema';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { deleteWorkflow } from '../removal/delete-workflow';
import { runByHand } from '../runs/testing/run-by-hand';
import { workflowIn } from '../runs/testing/workflow-in';
import { getWorkflow } from '../workflows/get-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { expectDrift } from './expect-drift';
import { learnLogs } from './learn-logs';
import { listDrift, listWorkflowDrift } from './list-drift';

vi.setConfig({ testTimeout: patient(120_000) });

interface Scripted {
  status?: number;
  contentType?: string;
  body: unknown;
}

let answer: Scripted;
let upstream: LoopbackHttpServer;

const USUAL: Scripted = { body: { id: 1, name: 'Ada', tags: ['a'], customer: { city: 'Paris' } } };

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  upstream = await startHttpServer((_, response) => {
    const { status = 200, contentType = 'application/json', body } = answer;
    response.writeHead(status, { 'content-type': contentType });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
});
afterAll(async () => {
  await upstream.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const fetching = (path: string) => ({
  type: 'api',
  config: { method: 'GET', url: `${upstream.origin}${path}` },
});
const READS = {
  type: 'response',
  config: { body: '{"city": "<b1.data.customer.city>", "n": <b1.data.tags?>}' },
};

async function runs(mill: TestWorkspace, id: string, count: number, scripted: Scripted): Promise<void> {
  answer = scripted;
  for (let done = 0; done < count; done += 5)
    await Promise.all(
      Array.from({ length: Math.min(5, count - done) }, () =>
        runByHand(mill.writer, { workflowId: id, input: {}, version: 'draft' }),
      ),
    );
}

async function learnAll({ workspaceId }: TestWorkspace): Promise<void> {
  while (await learnLogs(workspaceId));
}

const changed = (change: object): Scripted => ({ body: { ...(USUAL.body as object), ...change } });
const { name: _, ...NAMELESS } = USUAL.body as Record<string, unknown>;

test('five ways in which an upstream changes are found, with the references that they break', async () => {
  const mill = await mintWorkspace();
  const ids = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((path) => workflowIn(mill, [fetching(`/${path}`), READS])),
  );
  for (const id of ids) await runs(mill, id, 40, USUAL);
  await learnAll(mill);
  const before = await listDrift(mill.reader, mill);
  expect(before).toMatchObject({ data: [], state: { watched: 5, learning: 0, pendingRuns: 0 } });
  const changes = [
    changed({ customer: null }),
    changed({ id: 'one' }),
    { body: NAMELESS },
    changed({ tags: { first: 'a' } }),
    { status: 404, contentType: 'text/html', body: '<p>Gone</p>' },
  ];
  for (const [at, id] of ids.entries()) await runs(mill, id, 15, changes[at]!);
  expect((await listDrift(mill.reader, mill)).state.pendingRuns).toBe(75);
  await learnAll(mill);
  const found = await Promise.all(ids.map(async (id) => (await listWorkflowDrift(mill.reader, { id })).data));
  expect(found.map((list) => list.map(({ kind, path, before: was, now }) => [kind, path, was, now]))).toEqual(
    [
      [['null', 'data.customer', ['object'], 'null']],
      [['type', 'data.id', ['number'], 'string']],
      [['missing', 'data.name', ['string'], 'missing']],
      [['type', 'data.tags', ['array'], 'object']],
      [['status', 'status', ['200'], '404']],
    ],
  );
  expect(found[0]![0]).toMatchObject({
    workflowId: ids[0],
    blockId: 'b1',
    blockName: 'b1',
    environment: 'draft',
    statusClass: '2xx',
    answersBefore: 40,
    answersSince: 15,
    answersWithIt: 15,
    ongoing: true,
    references: [
      {
        document: 'draft',
        blockId: 'b2',
        blockName: 'b2',
        field: 'body',
        reference: '<b1.data.customer.city>',
        effect: 'breaks',
      },
    ],
  });
  expect(found[3]![0]!.references).toMatchObject([{ reference: '<b1.data.tags?>', effect: 'changes' }]);
  expect((await listDrift(mill.reader, mill)).data).toHaveLength(5);
});

test('what is expected is no longer reported; an author’s change learns anew', async () => {
  const mill = await mintWorkspace();
  const id = await workflowIn(mill, [fetching('/x'), READS]);
  await runs(mill, id, 40, USUAL);
  await runs(mill, id, 15, changed({ id: 'one' }));
  await learnAll(mill);
  const list = async () => (await listWorkflowDrift(mill.reader, { id })).data;
  const [change] = await list();
  await expectOutcomes(mill, (actor) => expectDrift(actor, { id, changeId: change!.id }), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
  });
  expect(await list()).toEqual([]);
  expect(await refusalOf(expectDrift(mill.writer, { id, changeId: change!.id }))).toBe('not_found');
  await runs(mill, id, 15, changed({ id: 'two' }));
  await learnAll(mill);
  expect(await list()).toEqual([]);

  await runs(mill, id, 15, changed({ name: null }));
  await learnAll(mill);
  expect(await list()).toHaveLength(1);
  const { document } = (await getWorkflow(mill.writer, { id })).data;
  const b1 = { ...document.blocks.b1!, ...fetching('/other') };
  const blocks = { ...document.blocks, b1 };
  await saveWorkflow(mill.writer, { id, document: WorkflowDocument.parse({ ...document, blocks }) });
  await runs(mill, id, 5, changed({ name: null }));
  await learnAll(mill);
  expect(await listWorkflowDrift(mill.reader, { id })).toMatchObject({
    data: [],
    state: { watched: 1, learning: 1 },
  });
});

test('builders share the work, and one that dies leaves nothing half done', async () => {
  const mill = await mintWorkspace();
  const id = await workflowIn(mill, [fetching('/x')]);
  await runs(mill, id, 60, USUAL);
  // Cuts the connection of a step in progress.
  const dying = await pool().connect();
  await dying.query('BEGIN');
  await dying.query('INSERT INTO runtime.drift_progress VALUES ($1, 0)', [mill.workspaceId]);
  await dying.query('UPDATE runtime.drift_progress SET seq = 60 WHERE workspace_id = $1', [mill.workspaceId]);
  dying.on('error', () => undefined);
  const { rows } = await dying.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await pool().query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
  dying.release(true);
  await Promise.all(Array.from({ length: 4 }, () => learnAll(mill)));
  await learnAll(mill);
  const stored = await pool().query('SELECT answers FROM runtime.answer_profile WHERE workflow_id = $1', [
    id,
  ]);
  expect(stored.rows).toEqual([{ answers: 60 }]);
});

test('members read it, strangers don’t; it goes with its workflow', async () => {
  const mill = await mintWorkspace();
  const id = await workflowIn(mill, [fetching('/x')]);
  await runs(mill, id, 5, USUAL);
  await learnAll(mill);
  await expectOutcomes(mill, (actor) => listDrift(actor, mill), { stranger: 'forbidden', reader: 'done' });
  await expectOutcomes(mill, (actor) => listWorkflowDrift(actor, { id }), {
    stranger: 'not_found',
    reader: 'done',
  });
  await deleteWorkflow(mill.writer, { id });
  const { rowCount } = await pool().query('SELECT FROM runtime.answer_profile WHERE workflow_id = $1', [id]);
  expect(rowCount).toBe(0);
  expect(await refusalOf(listWorkflowDrift(mill.reader, { id }))).toBe('not_found');
});
