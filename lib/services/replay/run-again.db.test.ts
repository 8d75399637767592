import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WorkflowDocument } from '../../core/workflow/schema';
import type { Reply } from '../../platform/http/reply';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import type { Actor } from '../access/actor';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { getLog } from '../logs/get-log';
import { deleteWorkspace } from '../removal/delete-workspace';
import type { RunResult } from '../runs/schema';
import { executionRow } from '../runs/shapes/execution-row';
import { workflowToRun } from '../runs/starting/admit';
import { runToEnd } from '../runs/starting/start-run';
import { runByHand } from '../runs/testing/run-by-hand';
import { setVariable } from '../variables/set-variable';
import { publishWorkflow } from '../versions/publish-workflow';
import { createWorkflow } from '../workflows/create-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { runAgain } from './run-again';
import type { AgainVersion } from './schema';

let mill: TestWorkspace;
let server: Server;
let origin: string;
let asked: string[] = [];
/** The status of the server's next response to /send. */
let sendStatus = 500;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const url = new URL(String(request.url), 'http://test');
    response.statusCode = url.pathname === '/send' ? sendStatus : 200;
    response.setHeader('content-type', 'application/json');
    const big = 'x'.repeat(Number(url.searchParams.get('size') ?? 0));
    response.end(JSON.stringify({ order: asked.length, token: request.headers['x-token'], big }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  asked = [];
  sendStatus = 500;
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
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
const NO_RETRY = { when: 'never', max: 0 };

/** start (or a trigger) → pay → check → send → answer. */
function document(configs: Record<string, object> = {}, trigger = 'start'): WorkflowDocument {
  const block = (id: string, type: string, config: object) => [
    id,
    { id, type, name: id, position, config: configs[id] ?? config },
  ];
  return WorkflowDocument.parse({
    blocks: Object.fromEntries([
      block('start', trigger, {}),
      block('pay', 'api', {
        url: `${origin}/pay?size=<start.size?>`,
        method: 'POST',
        retry: NO_RETRY,
        headers: [{ key: 'x-token', value: '{{TOKEN}}' }],
      }),
      block('check', 'condition', {
        branches: [{ id: 'if', label: 'If', expression: '<pay.data.order> > 0' }],
      }),
      block('other', 'api', { url: `${origin}/other` }),
      block('send', 'api', {
        url: `${origin}/send?order=<pay.data.order>`,
        method: 'POST',
        retry: NO_RETRY,
        failOnStatus: true,
      }),
      block('answer', 'response', { body: '{"order": <pay.data.order>, "sent": <send.status>}' }),
    ]),
    edges: [
      { id: 'e1', source: 'start', target: 'pay' },
      { id: 'e2', source: 'pay', target: 'check' },
      { id: 'e3', source: 'check', sourceHandle: 'if', target: 'send' },
      { id: 'e4', source: 'check', sourceHandle: 'else', target: 'other' },
      { id: 'e5', source: 'send', target: 'answer' },
    ],
  });
}

async function makeWorkflow(configs: Record<string, object> = {}, trigger?: string): Promise<string> {
  const { data } = await createWorkflow(mill.writer, {
    ...mill,
    name: 'W',
    document: document(configs, trigger),
  });
  return data.id;
}
const run = (workflowId: string, size = 3) => runByHand(mill.writer, { workflowId, input: { size } });
const context = { signal: new AbortController().signal, header: () => null, requestId: 'r', traceId: 't' };
const again = async (
  id: string,
  { version = 'original', from }: { version?: AgainVersion; from?: string } = {},
  actor: Actor = mill.writer,
) => (await runAgain(actor, { id, version, from }, context as never)) as RunResult;
const logOf = async (logId: string) => (await getLog(mill.reader, logId)).data;
const refusedWords = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message);

test('from the failed block: what came before is kept, and is not sent again', async () => {
  const id = await makeWorkflow();
  const failed = await run(id);
  expect(failed.status).toBe('error');
  expect(asked).toEqual(['POST /pay?size=3', 'POST /send?order=1']);
  sendStatus = 201;
  const done = await again(failed.logId, { from: 'send' });
  expect(done).toMatchObject({ status: 'success', output: { order: 1, sent: 201 } });
  expect(asked.slice(2)).toEqual(['POST /send?order=1']);
  const log = await logOf(done.logId);
  expect(log.repeats).toEqual({ logId: failed.logId, fromBlock: 'send' });
  expect((await logOf(failed.logId)).repeatedBy).toEqual([{ logId: done.logId, fromBlock: 'send' }]);
  const spans = JSON.parse(JSON.stringify(log.executionData.traceSpans)) as Array<{
    blockId: string;
    status: string;
    durationMs: number;
    warnings?: string[];
  }>;
  expect(spans.find(({ blockId }) => blockId === 'pay')).toMatchObject({
    status: 'success',
    durationMs: 0,
    warnings: [expect.stringMatching(/did not run again/)],
  });
  expect(spans.find(({ blockId }) => blockId === 'other')).toMatchObject({ status: 'skipped' });
  expect(Date.parse(log.startedAt)).toBeGreaterThanOrEqual(Date.parse((await logOf(failed.logId)).endedAt));
  // The run that was repeated can be repeated again, too.
  expect(await again(done.logId, { from: 'send' })).toMatchObject({ status: 'success' });
  expect(asked.slice(3)).toEqual(['POST /send?order=1']);
});

test('as it ran, live and the draft; as a whole everything is sent again', async () => {
  const id = await makeWorkflow();
  sendStatus = 200;
  const { logId } = await run(id);
  const to = (name: string) => ({
    send: { url: `${origin}/${name}?order=<pay.data.order>`, method: 'POST', retry: NO_RETRY },
  });
  await saveWorkflow(mill.writer, { id, document: document(to('live')) });
  expect(await refusalOf(again(logId, { version: 'live' }))).toBe('conflict');
  await publishWorkflow(mill.writer, { id });
  await saveWorkflow(mill.writer, { id, document: document(to('draft')) });
  for (const [version, name, number] of [
    ['original', 'send', null],
    ['live', 'live', 1],
    ['draft', 'draft', null],
  ] as const) {
    asked = [];
    const whole = await again(logId, { version });
    expect(asked).toEqual(['POST /pay?size=3', `POST /${name}?order=1`]);
    const log = await logOf(whole.logId);
    expect([log.version, log.repeats]).toEqual([number, { logId, fromBlock: null }]);
    asked = [];
    expect(await again(logId, { version, from: 'send' })).toMatchObject({ status: 'success' });
    expect(asked).toEqual([`POST /${name}?order=1`]);
  }
});

test('with the tags that the run had', async () => {
  const id = await makeWorkflow();
  const tagged = await runByHand(mill.writer, {
    workflowId: id,
    input: { size: 3 },
    tags: ['eu', 'order-7'],
  });
  const done = await again(tagged.logId);
  expect((await logOf(done.logId)).tags).toEqual(['eu', 'order-7']);
});

test('who may, and in which workspace', async () => {
  const { logId } = await run(await makeWorkflow());
  await expectOutcomes(mill, (actor) => again(logId, {}, actor), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
  });
  expect(await refusalOf(again('019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10'))).toBe('not_found');
});

test('what the log does not hold is refused in words, when it is needed', async () => {
  const secret = { send: { url: `${origin}/send?t=<pay.data.token>`, retry: NO_RETRY, failOnStatus: true } };
  const masked = await run(await makeWorkflow(secret));
  const before = asked.length;
  expect(await refusedWords(again(masked.logId, { from: 'send' }))).toMatch(
    /“send” needs a value of “pay” that the log does not hold, because it is secret/,
  );
  expect(asked).toHaveLength(before);
  // Another value of the same block can be used.
  const id = await makeWorkflow();
  expect((await again((await run(id)).logId, { from: 'send' })).status).toBe('error');
});

test('large outputs are read whole from the files of the log', async () => {
  const whole = {
    send: {
      url: `${origin}/send`,
      method: 'POST',
      retry: NO_RETRY,
      failOnStatus: true,
      body: { kind: 'json', value: '{"big": <pay.data.big>}' },
    },
    answer: { body: '{"order": <pay.data.order>}' },
  };
  const failed = await run(await makeWorkflow(whole), 2_000_000);
  sendStatus = 200;
  // A body this large is written in a process of its own, which writes the response too.
  const { body } = (await again(failed.logId, { from: 'send' })) as unknown as Reply;
  const answer = JSON.parse(await text(body as AsyncIterable<Uint8Array>));
  expect(answer).toMatchObject({ status: 'success' });
  expect(asked.filter((line) => line.startsWith('POST /pay'))).toHaveLength(1);
});

test('from where it can not go on', async () => {
  const { logId } = await run(await makeWorkflow());
  expect(await refusedWords(again(logId, { from: 'start' }))).toMatch(/leave out `from`/);
  expect(await refusedWords(again(logId, { from: 'nowhere' }))).toMatch(/no run reaches that block/);
  expect(await refusedWords(again(logId, { from: 'answer' }))).toMatch(/“send” did not succeed in that run/);
});

test('runs that a schedule or a chat began', async () => {
  for (const [type, input, kept] of [
    [
      'schedule-trigger',
      { scheduledAt: '2026-01-01T00:00:00.000Z', firedAt: '2026-01-01T00:00:01.000Z', missed: 2 },
      { scheduledAt: '2026-01-01T00:00:00.000Z', missed: 2, byHand: false },
    ],
    ['chat-trigger', { message: 'Hello', conversationId: 'c', history: [] }, { message: 'Hello' }],
  ] as const) {
    const id = await makeWorkflow({ pay: { url: `${origin}/pay`, retry: NO_RETRY } }, type);
    const workflow = await workflowToRun(mill.writer, { workflowId: id });
    const trigger = type === 'chat-trigger' ? ('chat' as const) : ('schedule' as const);
    const row = executionRow(workflow, {
      trigger,
      entryBlock: 'start',
      mode: 'sync',
      input: JSON.stringify(input),
    });
    await runToEnd({ row, compiled: workflow.compiled, input });
    const repeated = await again(row.logId);
    const { traceSpans } = (await logOf(repeated.logId)).executionData;
    const spans = JSON.parse(JSON.stringify(traceSpans)) as Array<{ blockId: string; output: unknown }>;
    expect(spans.find(({ blockId }) => blockId === 'start')?.output).toMatchObject(kept);
  }
});

test.each([
  ['schedule-trigger', { kind: 'cron', cron: 'never' }],
  ['chat-trigger', { origins: 'no origin' }],
  ['webhook-trigger', { addresses: 'no address' }],
])('a run of a %s that is off, invalid or gone by now is refused in words', async (type, invalid) => {
  const pay = { url: `${origin}/pay`, retry: NO_RETRY };
  const id = await makeWorkflow({ pay }, type);
  const workflow = await workflowToRun(mill.writer, { workflowId: id });
  const trigger = type.slice(0, -'-trigger'.length) as 'schedule' | 'chat' | 'webhook';
  const input = { message: 'Hello', body: null };
  const row = executionRow(workflow, {
    trigger,
    entryBlock: 'start',
    mode: 'sync',
    input: JSON.stringify(input),
  });
  await runToEnd({ row, compiled: workflow.compiled, input });
  const saved = document({ pay }, type);
  for (const change of [{ enabled: false }, { config: invalid }, { type: 'start', config: {} }]) {
    const blocks = { ...saved.blocks, start: { ...saved.blocks.start!, ...change } };
    await saveWorkflow(mill.writer, { id, document: { ...saved, blocks } });
    const refusal = await refusedWords(again(row.logId, { version: 'draft' }));
    expect([change, refusal]).toEqual([
      change,
      expect.stringMatching(/no block “start” that it could begin with/),
    ]);
  }
  expect(await again(row.logId)).toMatchObject({ status: 'error' });
  expect(asked).toContain('POST /send?order=1');
});

test('which run repeats which goes with its workspace', async () => {
  const { logId } = await run(await makeWorkflow());
  await again(logId);
  const count = async () =>
    (await pool().query('SELECT 1 FROM runtime.repeated_run WHERE workspace_id = $1', [mill.workspaceId]))
      .rows.length;
  expect(await count()).toBe(1);
  await deleteWorkspace(mill.owner, { id: mill.workspaceId, name: 'Mill' });
  expect(await count()).toBe(0);
});
