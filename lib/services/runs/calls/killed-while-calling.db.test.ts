import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { requestKey } from '../../../core/engine/request-key';
import { WorkflowDocument } from '../../../core/workflow/schema';
import { type LoopbackServer, listen } from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createWorkflow } from '../../workflows/create-workflow';
import { KillableServer } from '../testing/killable-server';
import { queueByHand } from '../testing/run-by-hand';
import { answerWait } from '../waits/answer-wait';
import { idOfStep } from '../waits/called-ids';
import { waitToken } from '../waits/wait-links';

/** `ROUNDS=50 npm test -- db killed-while-calling` for the long form: a hundred kills. */
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const RUNS = 4;
const ITEMS = [0, 1, 2, 3];
/** Kills in one round; a run that has killed more processes is given up. */
const KILLS = 2;
const SETTLED_WITHIN_MS = patient(150_000);

vi.setConfig({ testTimeout: patient(300_000 * ROUNDS) });

const server = new KillableServer();
let mill: TestWorkspace;
let upstream: LoopbackServer;
/** The number of times each request was made, by its idempotency key. */
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
  await server.kill();
  await upstream.close();
  await closeDatabase();
});

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

/** Fewer than what is left of a round's calls at its last kill. */
const MOST_CALLS_TO_A_KILL = 20;
/** Calls that one run makes. */
const CALLS_OF_A_RUN = ITEMS.length * 3 + 1;

/**
 * Creates a workflow that, for each item, calls a workflow (a call, a short wait, a call) and makes a
 * call; then it waits for a callback and makes a call.
 */
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
      direct: { ...call(), parentId: 'each' },
      ask: { type: 'wait', config: { kind: 'callback' } },
      last: call(),
      done: { type: 'response', config: { body: '{"items": <each.results>, "answer": <ask.data>}' } },
    },
    ['call>direct', 'start>each', 'each>ask', 'ask>last', 'last>done'],
  );
  return { parent, child };
}

const countOf = async (table: string, ids: readonly string[]): Promise<number> => {
  const column = table === 'runtime.log' ? 'execution_id' : 'id';
  const { rows } = await pool().query(`SELECT ${column} FROM ${table} WHERE ${column} = ANY ($1)`, [ids]);
  return rows.length;
};

/** Returns the number of times each call was made that has ended according to a journal or a log. */
async function endedCalls(): Promise<Map<string, number>> {
  const idOf = (key: string) => key.slice(0, key.indexOf('.'));
  const { rows } = await pool().query<{ id: string; step: string | null }>(
    `SELECT execution_id AS id, block_id AS step FROM runtime.execution_step WHERE execution_id = ANY ($1)
     UNION ALL SELECT execution_id, NULL FROM runtime.log WHERE execution_id = ANY ($1)`,
    [[...new Set([...calls.keys()].map(idOf))]],
  );
  const ended = new Set(rows.map(({ id, step }) => (step === null ? id : requestKey(id, step))));
  return new Map([...calls].filter(([key]) => ended.has(key) || ended.has(idOf(key))));
}

/** Amid the work, however slow the machine is. */
async function moreCalls(count: number): Promise<void> {
  const made = () => [...calls.values()].reduce((sum, times) => sum + times, 0);
  const wanted = made() + count;
  await expect.poll(made, { timeout: SETTLED_WITHIN_MS, interval: 5 }).toBeGreaterThanOrEqual(wanted);
}

async function answer(executionId: string): Promise<void> {
  const token = waitToken(idOfStep('wait', executionId, 'ask'));
  const tryOnce = () =>
    answerWait(token, { well: 'yes' }).then(
      () => 'answered',
      (error: Error) => `not asked yet: ${error.message}`,
    );
  await expect.poll(tryOnce, { timeout: SETTLED_WITHIN_MS }).toBe('answered');
}

test('kill -9 amid loops, called workflows and waits: each run and each call ends once', async () => {
  const { parent } = await parentWorkflow();
  for (let round = 0; round < ROUNDS; round += 1) {
    calls.clear();
    const endedAtKills: Map<string, number>[] = [];
    await server.start();
    const runs = await Promise.all(
      Array.from({ length: RUNS }, () => queueByHand(mill.owner, { workflowId: parent, input: {} })),
    );
    const ids = runs.map(({ executionId }) => executionId);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await moreCalls(1 + Math.floor(Math.random() * MOST_CALLS_TO_A_KILL));
      await server.kill();
      endedAtKills.push(await endedCalls());
      await server.start();
    }
    await Promise.all(ids.map(answer));
    await expect.poll(() => countOf('runtime.log', ids), { timeout: SETTLED_WITHIN_MS }).toBe(RUNS);
    expect(await countOf('runtime.execution', ids)).toBe(0);
    await server.kill();

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
    // The same step has the same key however often it is asked for.
    expect(calls.size).toBe(RUNS * CALLS_OF_A_RUN);
    // Nothing that had ended was called again, so each key was asked for once more a kill at most.
    for (const ended of endedAtKills)
      expect([...ended].filter(([key, times]) => calls.get(key) !== times)).toEqual([]);
    const again = [...calls.values()].reduce((sum, times) => sum + times - 1, 0);
    expect(again).toBeLessThanOrEqual(KILLS * RUNS);
  }
});
