import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WorkflowDocument } from '../../core/workflow/schema';
import { type LoopbackServer, listen } from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../platform/postgres/db';
import type { LeaseTiming } from '../../platform/postgres/process-lease';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { createWorkflow } from '../workflows/create-workflow';
import { answerWait } from './answer-wait';
import { idOfStep } from './called-ids';
import { queueRun } from './start-run';
import { waitToken } from './wait-links';

const TIMING: LeaseTiming = { heartbeatMs: 300, leaseMs: 1_500, gapMs: 900, freeConnections: 2 };
const ROUNDS = 2;
const RUNS = 4;
const ITEMS = [0, 1, 2, 3];
/** Of a round; a run that has killed more processes is given up. */
const KILLS = 2;
const SETTLED_WITHIN_MS = 90_000;

let mill: TestWorkspace;
let upstream: LoopbackServer;
let server: ChildProcess | undefined;
/** How often each request was made, by what it is for. */
const calls = new Map<string, number>();

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  mill = await mintWorkspace();
  upstream = await listen(
    createServer((request, response) => {
      const key = String(request.headers['idempotency-key']);
      calls.set(key, (calls.get(key) ?? 0) + 1);
      response.setHeader('content-type', 'application/json');
      setTimeout(() => response.end('{}'), 20);
    }),
  );
});
afterAll(async () => {
  if (server?.connected) await killServer();
  await upstream.close();
  await closeDatabase();
});

async function startServer(): Promise<void> {
  server = fork(path.join(import.meta.dirname, 'testing/run-process.ts'), [JSON.stringify(TIMING)], {
    execArgv: ['--import', 'tsx'],
  });
  await once(server, 'message');
}

async function killServer(): Promise<void> {
  server?.kill('SIGKILL');
  if (server) await once(server, 'exit');
}

type Blocks = Record<string, { type: string; config: object; parentId?: string }>;
async function workflowOf(blocks: Blocks, edges: string[]): Promise<string> {
  const position = { x: 0, y: 0 };
  const all: Blocks = { start: { type: 'start', config: {} }, ...blocks };
  const document = WorkflowDocument.parse({
    blocks: Object.fromEntries(
      Object.entries(all).map(([id, block]) => [id, { id, name: id, position, ...block }]),
    ),
    edges: edges.map((edge, index) => {
      const [source, target] = edge.split('>');
      return { id: `e${index}`, source, target };
    }),
  });
  return (await createWorkflow(mill.owner, { ...mill, name: 'Killed', document })).data.id;
}

const call = () => ({ type: 'api', config: { url: upstream.origin, method: 'POST', retry: { max: 0 } } });

/** For each item a workflow that calls, waits a moment and calls again; then a callback, then a call. */
async function parentWorkflow(): Promise<{ parent: string; child: string }> {
  const child = await workflowOf(
    {
      before: call(),
      pause: { type: 'wait', config: { amount: '0.1' } },
      after: call(),
      done: { type: 'response', config: { body: '<start.item>' } },
    },
    ['start>before', 'before>pause', 'pause>after', 'after>done'],
  );
  const input = [{ name: 'item', value: '<loop.item>' }];
  const parent = await workflowOf(
    {
      each: { type: 'loop', config: { items: JSON.stringify(ITEMS), result: '<call.data>' } },
      call: { type: 'workflow', config: { workflowId: child, input }, parentId: 'each' },
      ask: { type: 'wait', config: { kind: 'callback' } },
      last: call(),
      done: { type: 'response', config: { body: '{"items": <each.results>, "answer": <ask.data>}' } },
    },
    ['start>each', 'each>ask', 'ask>last', 'last>done'],
  );
  return { parent, child };
}

const countOf = async (table: string, ids: readonly string[]): Promise<number> => {
  const column = table === 'runtime.log' ? 'execution_id' : 'id';
  const { rows } = await pool().query(`SELECT ${column} FROM ${table} WHERE ${column} = ANY ($1)`, [ids]);
  return rows.length;
};

async function answer(executionId: string): Promise<void> {
  const token = waitToken(idOfStep('wait', executionId, 'ask'));
  const tryOnce = () =>
    answerWait(token, { well: 'yes' }).then(
      () => 'answered',
      () => 'not asked yet',
    );
  await expect.poll(tryOnce, { timeout: SETTLED_WITHIN_MS }).toBe('answered');
}

test('kill -9 amid loops, called workflows and waits: each run and each call ends once', async () => {
  const { parent } = await parentWorkflow();
  for (let round = 0; round < ROUNDS; round += 1) {
    await startServer();
    const runs = await Promise.all(
      Array.from({ length: RUNS }, () => queueRun(mill.owner, { workflowId: parent, input: {} })),
    );
    const ids = runs.map(({ executionId }) => executionId);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(200 + Math.random() * 1_500);
      await killServer();
      await startServer();
    }
    await Promise.all(ids.map(answer));
    await expect.poll(() => countOf('runtime.log', ids), { timeout: SETTLED_WITHIN_MS }).toBe(RUNS);
    expect(await countOf('runtime.execution', ids)).toBe(0);
    await killServer();

    const { rows: logs } = await pool().query(
      `SELECT p.final_output, l.level FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id
        WHERE l.execution_id = ANY ($1)`,
      [ids],
    );
    for (const { final_output: output, level } of logs)
      expect([level, JSON.parse(output)]).toEqual(['info', { items: ITEMS, answer: { well: 'yes' } }]);
    const { rows: called } = await pool().query(
      `SELECT p.parent_execution_id AS id, count(*)::int AS n FROM runtime.log_payload p
        WHERE p.parent_execution_id = ANY ($1) GROUP BY 1`,
      [ids],
    );
    expect(called.map(({ n }) => n)).toEqual(ids.map(() => ITEMS.length));
  }
  // Only what was under way at a kill may have been asked for again, with the same key.
  const again = [...calls.values()].reduce((sum, times) => sum + times - 1, 0);
  expect(calls.size).toBe(ROUNDS * RUNS * (ITEMS.length * 2 + 1));
  expect(again).toBeLessThanOrEqual(ROUNDS * (KILLS + 1) * RUNS);
}, 600_000);
