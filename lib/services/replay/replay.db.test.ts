import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WorkflowDocument } from '../../core/workflow/schema';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { loopHolds } from '../../platform/testing/loop-holds';
import type { Actor } from '../access/actor';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import type { ReplayVersion } from '../runs/shapes/replay-version';
import { expectLoopFree } from '../runs/testing/loop-hold';
import { runByHand } from '../runs/testing/run-by-hand';
import { setVariable } from '../variables/set-variable';
import { publishWorkflow } from '../versions/publish-workflow';
import { createWorkflow } from '../workflows/create-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { replayLog } from './replay-log';
import type { ShadowEvent } from './schema';
import { shadowWorkflow } from './shadow-workflow';

let mill: TestWorkspace;
let server: Server;
let origin: string;
let asked: string[] = [];

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  server = createServer((request, response) => {
    asked.push(String(request.url));
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        total: 7,
        url: request.url,
        big: 'x'.repeat(Number(asked.at(-1)?.split('=')[1]) || 0),
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  asked = [];
  mill = await mintWorkspace();
  const customLimits = { syncPerMinute: 10_000 };
  await prisma().user.update({
    where: { id: mill.owner.userId },
    data: { plan: 'enterprise', customLimits },
  });
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'TOKEN', value: 's3cr3t-value' });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const position = { x: 0, y: 0 };

/** Start → fetch → check → yes or no → answer; `configs` replaces the config of a block. */
function document(configs: Record<string, object> = {}): WorkflowDocument {
  const block = (id: string, type: string, config: object) => [
    id,
    { id, type, name: id, position, config: configs[id] ?? config },
  ];
  const rows = (value: string) => ({ fields: [{ name: 'is', type: 'any', value }] });
  return WorkflowDocument.parse({
    blocks: Object.fromEntries([
      block('start', 'start', {}),
      block('fetch', 'api', {
        url: `${origin}/items?size=<start.size?>`,
        headers: [{ key: 'x-token', value: '{{TOKEN}}' }],
      }),
      block('check', 'condition', {
        branches: [{ id: 'if', label: 'If', expression: '<fetch.data.total> > 5' }],
      }),
      block('yes', 'transform', rows('yes')),
      block('no', 'transform', rows('no')),
      block('answer', 'response', {
        body: '{"is": "<yes.result.is?><no.result.is?>", "size": "<fetch.data.big>"}',
      }),
      ...(configs.more ? [block('more', 'api', {})] : []),
    ]),
    edges: [
      { id: 'e1', source: 'start', target: 'fetch' },
      { id: 'e2', source: 'fetch', target: 'check' },
      { id: 'e3', source: 'check', sourceHandle: 'if', target: 'yes' },
      { id: 'e4', source: 'check', sourceHandle: 'else', target: 'no' },
      { id: 'e5', source: 'yes', target: configs.more ? 'more' : 'answer' },
      { id: 'e6', source: 'no', target: 'answer' },
      ...(configs.more ? [{ id: 'e7', source: 'more', target: 'answer' }] : []),
    ],
  });
}

async function makeWorkflow(): Promise<string> {
  const { data } = await createWorkflow(mill.writer, { ...mill, name: 'W', document: document() });
  return data.id;
}
const run = (workflowId: string, size = 3) => runByHand(mill.writer, { workflowId, input: { size } });
const save = (id: string, configs: Record<string, object>) =>
  saveWorkflow(mill.writer, { id, document: document(configs) });
const replay = async (id: string, version: ReplayVersion, actor: Actor = mill.reader) =>
  (await replayLog(actor, { id, version }, new AbortController().signal)).data;
const asking = (accept: string) => ({
  signal: new AbortController().signal,
  header: (name: string) => (name === 'accept' ? accept : null),
  authenticateAgain: async () => mill.reader,
});
const brief = ({ differences }: { differences: Array<{ kind: string; blockId: string | null }> }) =>
  differences.map(({ kind, blockId }) => `${kind} ${blockId}`);

test('who may replay a run, and with which scopes', async () => {
  const { logId } = await run(await makeWorkflow());
  const reading = { stranger: 'not_found', reader: 'done' } as const;
  await expectOutcomes(mill, (actor) => replay(logId, 'original', actor), reading);
  const key: Actor = { ...mill.reader, kind: 'apiKey', keyId: 'k', scopes: new Set(['logs:read']) };
  expect(await refusalOf(replay(logId, 'original', key))).toBe('forbidden');
  expect(await refusalOf(replay(logId, 7))).toBe('not_found');
  expect(await refusalOf(replay('019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10', 'live'))).toBe('not_found');
});

test('on its own version a run gives the same, large answers too; nothing is sent or logged', async () => {
  const id = await makeWorkflow();
  for (const size of [3, 3_000_000]) {
    const { logId } = await run(id, size);
    const [logs, requests] = [await countLogs(), asked.length];
    expect(await replay(logId, 'original')).toMatchObject({
      result: 'same',
      differences: [],
      version: null,
      status: 'success',
      doubts: [],
    });
    expect([await countLogs(), asked.length]).toEqual([logs, requests]);
  }
});

test('a run with values over 8 MB is replayed beside the event loop, alone and among many', async () => {
  const id = await makeWorkflow();
  await publishWorkflow(mill.writer, { id });
  const { logId } = await run(id, 9_000_000);
  const { logId: smallId } = await run(id, 900_000);
  const same = (of: string) => async () =>
    expect(await replay(of, 'original')).toMatchObject({ result: 'same', differences: [], version: 1 });
  await expectLoopFree(same(logId), { small: same(smallId), times: 10 });
  await save(id, { check: { branches: [{ id: 'if', label: 'If', expression: '<fetch.data.total> > 50' }] } });
  expect(brief(await replay(logId, 'draft'))).toContain('branch yes');
  const shadowed = await shadowWorkflow(mill.reader, { id, runs: 1, version: 'draft' }, asking('') as never);
  expect(shadowed).toMatchObject({ data: { total: 1, different: 1, skipped: 0 } });
  await pool().query(
    `UPDATE runtime.log_file SET data = convert_to(repeat('x', 70000000), 'UTF8') WHERE log_id = $1`,
    [logId],
  );
  await expect(replay(logId, 'original')).rejects.toThrow('more than 64 MB');
});

test('on another version: branches, outputs and requests that differ, and what nobody knows', async () => {
  const id = await makeWorkflow();
  const { logId } = await run(id);
  await save(id, { check: { branches: [{ id: 'if', label: 'If', expression: '<fetch.data.total> > 50' }] } });
  const branched = await replay(logId, 'draft');
  expect(branched.result).toBe('different');
  expect(brief(branched).sort()).toEqual(
    ['branch no', 'branch yes', 'output answer', 'output check', 'result null'].sort(),
  );
  expect(branched.output).toMatchObject({ is: 'no' });
  await save(id, {
    fetch: {
      url: `${origin}/others`,
      method: 'POST',
      headers: [{ key: 'x-token', value: 'Bearer {{TOKEN}}' }],
    },
  });
  const asks = await replay(logId, 'draft');
  expect(brief(asks)).toEqual(['request fetch']);
  expect(asks.differences[0]!.after).toMatchObject({
    url: `${origin}/others`,
    headers: [['x-token', 'Bearer {{TOKEN}}']],
  });
  expect(JSON.stringify(asks)).not.toContain('s3cr3t');
  await save(id, { more: { url: `${origin}/more?<yes.result.is>` } });
  const unknown = await replay(logId, 'draft');
  expect(unknown.result).toBe('unknown');
  expect(brief(unknown)).toEqual(['unanswered more']);
  expect(unknown.differences[0]!.after).toMatchObject({ url: `${origin}/more?yes` });
  expect(asked).toHaveLength(1);
});

test('what works with a secret is doubted', async () => {
  const id = await makeWorkflow();
  await save(id, {
    check: { branches: [{ id: 'if', label: 'If', expression: '"{{TOKEN}}".length === 12' }] },
  });
  const { logId } = await run(id);
  const { result, doubts } = await replay(logId, 'original');
  expect(result).toBe('different');
  expect(doubts).toMatchObject([{ kind: 'secret', blockId: 'check' }]);
});

test('the last live runs with the draft, told as they go and grouped by what differs', async () => {
  const id = await makeWorkflow();
  await run(id); // runs the draft
  await publishWorkflow(mill.writer, { id });
  const logs: string[] = [];
  for (let at = 0; at < 6; at += 1) logs.push((await run(id, at)).logId);
  await save(id, { yes: { fields: [{ name: 'is', type: 'any', value: '<start.size>' }] } });
  const ask = (accept: string, runs = 1_000) =>
    shadowWorkflow(mill.reader, { id, runs, version: 'draft' }, asking(accept) as never);
  expect(await ask('application/json')).toEqual({
    data: {
      total: 6,
      same: 0,
      different: 6,
      unknown: 0,
      skipped: 0,
      groups: [{ kind: 'output', blockId: 'yes', blockName: 'yes', runs: 6, logIds: logs.toReversed() }],
    },
  });
  expect(await ask('application/json', 2)).toMatchObject({ data: { total: 2 } });
  const reply = await ask('text/event-stream');
  expect(await refusalOf(ask('application/json'))).toBe('conflict');
  let text = '';
  for await (const part of (reply as { body: AsyncIterable<string> }).body) text += part;
  const events: ShadowEvent[] = text
    .trim()
    .split('\n\n')
    .map((line) => JSON.parse(line.slice('data: '.length)));
  expect(events.at(0)).toMatchObject({ type: 'progress', done: 0, total: 6 });
  expect(events.at(-1)).toMatchObject({ type: 'finished', different: 6 });
  await expectOutcomes(
    mill,
    (actor) => shadowWorkflow(actor, { id, runs: 1, version: 'draft' }, asking('') as never),
    {
      stranger: 'not_found',
      reader: 'done',
    },
  );
});

test('1,000 runs are replayed soon, and others have the event loop meanwhile', async () => {
  const id = await makeWorkflow();
  await publishWorkflow(mill.writer, { id });
  const begunAt = performance.now();
  for (let at = 0; at < 100; at += 1)
    await Promise.all(Array.from({ length: 10 }, (_, size) => run(id, size)));
  const ranAt = performance.now();
  const context = { signal: new AbortController().signal, header: () => null };
  const holds = await loopHolds(async () => {
    const answer = await shadowWorkflow(mill.reader, { id, runs: 1_000, version: 'draft' }, context as never);
    expect(answer).toMatchObject({ data: { total: 1_000, same: 1_000 } });
  });
  const replayedAt = performance.now();
  // Replaying takes half as long as the runs themselves did.
  expect(replayedAt - ranAt).toBeLessThan(3 * (ranAt - begunAt));
  // Without interruption one block of the event loop would take the whole time.
  const allMs = holds.reduce((sum, ms) => sum + ms, 0);
  expect(holds[Math.floor(holds.length / 100)]).toBeLessThan(allMs / 10);
});

const countLogs = async () =>
  (
    await pool().query('SELECT count(*)::int AS n FROM runtime.log WHERE workspace_id = $1', [
      mill.workspaceId,
    ])
  ).rows[0].n;
