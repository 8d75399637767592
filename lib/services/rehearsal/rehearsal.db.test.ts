import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { WorkflowDocument } from '../../core/workflow/schema';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { getCoverage } from '../run-coverage/get-coverage';
import { runTests } from '../run-tests/run-tests';
import { isolatedPool } from '../runs/isolated/isolated-pool';
import { runByHand } from '../runs/testing/run-by-hand';
import { setVariable } from '../variables/set-variable';
import { createWorkflow } from '../workflows/create-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { keepRehearsed } from './keep-rehearsed';
import { rehearseLog } from './rehearse-log';

let mill: TestWorkspace;
let server: Server;
let origin: string;
let asked = 0;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  server = createServer((_, response) => {
    asked += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ total: 7, status: 'paid' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  mill = await mintWorkspace();
  const customLimits = { syncPerMinute: 10_000 };
  await prisma().user.update({
    where: { id: mill.owner.userId },
    data: { plan: 'enterprise', customLimits },
  });
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'TOKEN', value: 's3cr3t-value' });
});
afterAll(async () => {
  isolatedPool().close();
  server.closeAllConnections();
  server.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const { signal } = new AbortController();
const position = { x: 0, y: 0 };

/** Start → fetch → answer; with `isMended` failures go to another answer. */
function documentOf(isMended: boolean): WorkflowDocument {
  const block = (id: string, type: string, config: object) => [id, { id, type, name: id, position, config }];
  return WorkflowDocument.parse({
    blocks: Object.fromEntries([
      block('start', 'start', {}),
      block('fetch', 'api', {
        url: `${origin}/order?key={{TOKEN}}`,
        auth: { kind: 'bearer', token: '{{TOKEN}}' },
      }),
      block('answer', 'response', { body: '{"total": <fetch.data.total?>}' }),
      ...(isMended ? [block('failed', 'response', { status: 502, body: '{"error": "No order."}' })] : []),
    ]),
    edges: [
      { id: 'e1', source: 'start', target: 'fetch' },
      { id: 'e2', source: 'fetch', target: 'answer' },
      ...(isMended ? [{ id: 'e3', source: 'fetch', sourceHandle: 'error', target: 'failed' }] : []),
    ],
  });
}

async function ranWorkflow() {
  const { id } = (await createWorkflow(mill.writer, { ...mill, name: 'W', document: documentOf(false) }))
    .data;
  const { logId } = await runByHand(mill.writer, { workflowId: id, input: {} });
  return { id, logId };
}
const CHOSEN = { version: 'original', seed: 1, step: 'fetch', fault: 'error-always', path: null } as const;
const NAMED = { name: 'The shop fails', tags: [], rules: [] };

test(
  'finds what a run would do with faults, and that the mended draft does it better; nothing is sent',
  async () => {
    const { id, logId } = await ranWorkflow();
    const before = asked;
    const rehearse = async (version: 'original' | 'draft') =>
      (await rehearseLog(mill.reader, { id: logId, version, seed: 1 }, signal)).data;
    const first = await rehearse('original');
    expect(first).toMatchObject({
      seed: 1,
      version: null,
      notes: [],
      requests: [{ step: 'fetch', method: 'GET', canCatch: false }],
    });
    expect(first.caseCount).toBe(first.cases.length);
    expect(first.findingCount).toBeGreaterThan(0);
    const outcomes = (cases: typeof first.cases) =>
      Object.fromEntries(
        cases.filter(({ path }) => path === null).map(({ fault, outcome }) => [fault, outcome]),
      );
    expect(outcomes(first.cases)).toMatchObject({
      'error-once': 'recovered',
      'error-always': 'wrong-output',
      refused: 'error',
      slow: 'unaffected',
    });
    expect(await rehearse('original')).toEqual(first);

    await saveWorkflow(mill.writer, { id, document: documentOf(true) });
    const mended = await rehearse('draft');
    expect(outcomes(mended.cases)).toMatchObject({ 'error-always': 'handled', refused: 'handled' });
    expect(JSON.stringify([first, mended])).not.toContain('s3cr3t-value');
    expect(asked).toBe(before);
  },
  patient(120_000),
);

test(
  'a case becomes a test, which passes until the workflow is mended',
  async () => {
    const { id, logId } = await ranWorkflow();
    const { data } = await keepRehearsed(mill.writer, { id: logId, ...CHOSEN, ...NAMED });
    expect(data).toMatchObject({ workflowId: id, logId, name: 'The shop fails' });
    const results = async () => (await runTests(mill.reader, { id, version: 'draft' }, signal)).data.results;
    expect(await results()).toMatchObject([{ status: 'passed' }]);
    await saveWorkflow(mill.writer, { id, document: documentOf(true) });
    expect(await results()).toMatchObject([{ status: 'failed' }]);
    const again = { id: logId, ...CHOSEN, ...NAMED, name: 'Another' };
    expect(await refusalOf(keepRehearsed(mill.writer, { ...again, step: 'nowhere' }))).toBe('conflict');
    expect(await refusalOf(keepRehearsed(mill.writer, { ...again, name: NAMED.name }))).toBe('conflict');
  },
  patient(60_000),
);

test(
  'who may rehearse and keep',
  async () => {
    const { logId } = await ranWorkflow();
    let made = 0;
    const keep = () => {
      made += 1;
      return { id: logId, ...CHOSEN, ...NAMED, name: `Case ${made}` };
    };
    await expectOutcomes(
      mill,
      (actor) => rehearseLog(actor, { id: logId, version: 'original', seed: 1 }, signal),
      {
        stranger: 'not_found',
        reader: 'done',
      },
    );
    await expectOutcomes(mill, (actor) => keepRehearsed(actor, keep()), {
      stranger: 'not_found',
      reader: 'forbidden',
      writer: 'done',
    });
    const key = byKey(mill.owner, ['workflows:read', 'workflows:write']);
    const asking = rehearseLog(key, { id: logId, version: 'original', seed: 1 }, signal);
    expect(await refusalOf(asking)).toBe('forbidden');
    expect(await refusalOf(keepRehearsed(key, keep()))).toBe('forbidden');
  },
  patient(120_000),
);

test('coverage counts runs and tests, and a rehearsed case covers the error port', async () => {
  const { id, logId } = await ranWorkflow();
  await saveWorkflow(mill.writer, { id, document: documentOf(true) });
  const coverage = async () => (await getCoverage(mill.reader, { id, version: 'draft' }, signal)).data;
  const uncovered = async () =>
    (await coverage()).items
      .filter(({ tests, runs }) => tests + runs === 0)
      .map(({ kind, blockId }) => `${kind} ${blockId}`);
  expect(await coverage()).toMatchObject({
    version: null,
    runsRead: 1,
    testsRun: 0,
    total: 5,
    passed: 3,
    notes: [],
  });
  expect(await uncovered()).toEqual(['error-port fetch', 'block failed']);
  await keepRehearsed(mill.writer, { id: logId, ...CHOSEN, ...NAMED, version: 'draft' });
  expect(await uncovered()).toEqual([]);
  expect(await refusalOf(getCoverage(mill.reader, { id, version: '7' }, signal))).toBe('not_found');
  await expectOutcomes(mill, (actor) => getCoverage(actor, { id, version: 'draft' }, signal), {
    stranger: 'not_found',
    reader: 'done',
  });
});
