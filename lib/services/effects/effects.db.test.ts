import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import type { RunEffect } from '../../core/engine/run-effect';
import { WorkflowDocument } from '../../core/workflow/schema';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool, prisma } from '../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { deleteLog } from '../removal/delete-log';
import { recordCompletions } from '../runs/recording/record-completions';
import { type KeyHolder, keyOf, startKeyHolder } from '../runs/testing/key-holder';
import { queueByHand, runByHand } from '../runs/testing/run-by-hand';
import { sampleRow } from '../runs/testing/sample-row';
import { workflowIn } from '../runs/testing/workflow-in';
import { setVariable } from '../variables/set-variable';
import { createWorkflow } from '../workflows/create-workflow';
import { listEffects } from './list-effects';
import type { Effect } from './schema';

vi.setConfig({ testTimeout: patient(60_000) });

let holder: KeyHolder;
let remote: LoopbackHttpServer;
let mill: TestWorkspace;

beforeAll(async () => {
  holder = await startKeyHolder();
  remote = await startHttpServer(({ url }, response) => {
    if (url.startsWith('/lost')) response.destroy();
    else response.writeHead(url.startsWith('/refused') ? 422 : 201).end('{}');
  });
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
});
afterAll(async () => {
  await remote.close();
  await holder.close();
});

const host = () => new URL(remote.origin).host;
const post = (path: string, config: object = {}) => ({
  type: 'api',
  config: { url: `${remote.origin}${path}`, method: 'POST', retry: { when: 'never', max: 0 }, ...config },
});

type Search = Partial<Record<'tag' | 'host' | 'execution' | 'cursor', string>> & { limit?: number };
const found = async (search: Search): Promise<Effect[]> =>
  (await listEffects(mill.owner, { workspaceId: mill.workspaceId, limit: 50, ...search })).data;

test('an order number leads to what its run wrote: where, with which key and which outcome', async () => {
  const blocks = [post('/orders?key=1'), post('/refused'), { type: 'api', config: { url: remote.origin } }];
  const workflowId = await workflowIn(mill, blocks);
  const { executionId } = await runByHand(mill.owner, { workflowId, input: {}, tags: ['order 1042'] });
  await runByHand(mill.owner, { workflowId, input: {}, tags: ['order 1043'] });
  const effects = await found({ tag: 'order 1042' });
  const shared = { executionId, workflowId, workflowName: 'W', method: 'POST', host: host(), runTotal: 2 };
  expect(effects).toMatchObject([
    { ...shared, path: '/orders', outcome: 'accepted', status: 201, idempotencyKey: `${executionId}.b1.0` },
    { ...shared, path: '/refused', outcome: 'refused', status: 422, idempotencyKey: `${executionId}.b2.0` },
  ]);
  expect(effects.every(({ attempts }) => attempts === 1)).toBe(true);
  expect(await found({ execution: executionId })).toEqual(effects);
  expect(await found({ host: host().toUpperCase() })).toHaveLength(4);
  expect(await found({ tag: 'order 1042', host: 'other.example.com' })).toEqual([]);
  expect(await found({ execution: executionId, tag: 'order 1043' })).toEqual([]);
});

test('a request without an answer is unknown, one that was retried is one effect', async () => {
  const retried = post('/lost', { retry: { when: 'always', max: 1 } });
  const workflowId = await workflowIn(mill, [{ ...retried, port: 'error' }, post('/after')]);
  await runByHand(mill.owner, { workflowId, input: {}, tags: ['t'] });
  expect(await found({ tag: 't' })).toMatchObject([
    { path: '/lost', outcome: 'unknown', status: null, attempts: 2 },
    { path: '/after', outcome: 'accepted', attempts: 1 },
  ]);
});

test('a run without tags leaves nothing, unless its workflow asks for it', async () => {
  const workflowId = await workflowIn(mill, [post('/quiet')]);
  await runByHand(mill.owner, { workflowId, input: {} });
  expect(await found({ host: host() })).toEqual([]);
  const document = WorkflowDocument.parse({
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      send: { id: 'send', name: 'send', position: { x: 0, y: 0 }, ...post('/asked') },
    },
    edges: [{ id: 'e', source: 'start', target: 'send' }],
    settings: { keepEffects: true },
  });
  const asking = await createWorkflow(mill.owner, { ...mill, name: 'Asks', document });
  await runByHand(mill.owner, { workflowId: asking.data.id, input: {} });
  expect((await found({ host: host() })).map(({ path }) => path)).toEqual(['/asked']);
});

test('what a called workflow wrote is found by the tag of its caller, and by its execution', async () => {
  const child = await workflowIn(mill, [post('/child')]);
  const workflowId = await workflowIn(mill, [
    post('/parent'),
    { type: 'workflow', config: { workflowId: child } },
  ]);
  const { executionId } = await runByHand(mill.owner, { workflowId, input: {}, tags: ['order 7'] });
  const effects = await found({ tag: 'order 7' });
  expect(effects.map(({ path }) => path).sort()).toEqual(['/child', '/parent']);
  expect(await found({ execution: executionId })).toHaveLength(2);
  const called = effects.find(({ path }) => path === '/child')?.executionId ?? '';
  expect(called).not.toBe(executionId);
  expect(await found({ execution: called })).toMatchObject([{ path: '/child' }]);
});

test('tags that a block gives the run count, and queued runs are no different', async () => {
  const workflowId = await workflowIn(mill, [post('/queued'), { type: 'tags', config: { tags: 'late' } }]);
  await queueByHand(mill.owner, { workflowId, input: {} });
  await expect
    .poll(() => found({ tag: 'late' }), { timeout: patient(30_000) })
    .toMatchObject([{ path: '/queued' }]);
});

test('a secret in a path is not kept', async () => {
  const secret = 'tok-5511-7731-secret';
  await setVariable(mill.owner, { ...mill, name: 'TOKEN', value: secret });
  const workflowId = await workflowIn(mill, [post('/hooks/{{TOKEN}}')]);
  await runByHand(mill.owner, { workflowId, input: {}, tags: ['t'] });
  expect(remote.received.at(-1)?.url).toBe(`/hooks/${secret}`);
  const [effect] = await found({ tag: 't' });
  expect(effect?.path).toMatch(/^\/hooks\/./);
  expect(JSON.stringify(effect)).not.toContain(secret);
});

test('pages return each effect once, by tag and by host', async () => {
  const rows = Array.from({ length: 7 }, (_, run) => withEffects(3, ['nightly'], Date.now() - run * 1_000));
  await recordCompletions(pool(), rows, mill.workspaceId);
  for (const search of [{ tag: 'nightly' }, { host: 'api.example.com' }]) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listEffects(mill.owner, { ...mill, ...search, limit: 4, cursor });
      seen.push(...page.data.map(({ logId, path }) => `${logId} ${path}`));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(21);
    expect(new Set(seen).size).toBe(21);
  }
});

test('effects go with the log of their run', async () => {
  const row = withEffects(2, ['t'], Date.now());
  await recordCompletions(pool(), [row], mill.workspaceId);
  expect(await found({ tag: 't' })).toHaveLength(2);
  await deleteLog(mill.owner, { id: row.execution.logId, deliveries: 'keep' });
  const { rowCount } = await pool().query('SELECT FROM runtime.effect WHERE log_id = $1', [
    row.execution.logId,
  ]);
  expect(rowCount).toBe(0);
});

test('what can’t be answered is refused in words', async () => {
  const headers = await keyOf(mill, ['logs:read']);
  const ask = (query: string) =>
    holder.api.call('GET', `/api/v1/effects?workspaceId=${mill.workspaceId}${query}`, headers);
  const nothing = await ask('');
  expect([nothing.status, nothing.body.detail]).toEqual([400, 'Give a tag, a host or an execution.']);
  expect((await ask('&tag=t&cursor=abc')).body.code).toBe('cursor_invalid');
  expect((await ask('&tag=t')).status).toBe(200);
  const other = await mintWorkspace();
  const foreign = await holder.api.call(
    'GET',
    `/api/v1/effects?workspaceId=${other.workspaceId}&tag=t`,
    headers,
  );
  expect(foreign.status).toBe(403);
  const without = await keyOf(mill, ['workflows:read']);
  const path = `/api/v1/effects?workspaceId=${mill.workspaceId}&tag=t`;
  expect((await holder.api.call('GET', path, without)).status).toBe(403);
});

/** A finished run with so many effects. */
function withEffects(count: number, tags: string[], startedAtMs: number) {
  const list = Array.from(
    { length: count },
    (_, place): RunEffect => ({
      key: `k${place}`,
      blockId: 'b1',
      blockName: 'b1',
      method: 'POST',
      host: 'api.example.com',
      path: `/orders/${place}`,
      status: 201,
      attempts: 1,
      idempotencyKey: null,
      sentAtMs: startedAtMs + place,
    }),
  );
  const { workspaceId, exampleId: workflowId, owner } = mill;
  return {
    execution: sampleRow({
      workspaceId,
      workflowId,
      holderId: owner.userId,
      trigger: 'api',
      acceptedAtMs: startedAtMs,
    }),
    hasRow: false,
    level: 'info' as const,
    startedAtMs,
    endedAtMs: startedAtMs + 7,
    costTotal: 0,
    tags,
    traceSpans: '[]',
    finalOutput: '{}',
    cost: '{"total":0,"tokens":{"prompt":0,"completion":0,"total":0},"models":{}}',
    error: null,
    effects: { list, more: 0 },
  };
}
