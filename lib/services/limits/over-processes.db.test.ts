import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { forkBundled } from '../../platform/testing/fork-bundled';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import type { PlanChoice } from './schema';
import { setPlan } from './set-plan';
import { workflowThatAnswers } from './testing/workflow-that-answers';

/** Two servers that share nothing but one database. */
let servers: Array<{ child: ChildProcess; origin: string }>;
let mill: TestWorkspace;
let headers: Record<string, string>;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  servers = await Promise.all([1, 2].map(startServer));
});
beforeEach(async () => {
  mill = await mintWorkspace();
  const { workspaceId, owner } = mill;
  headers = { ...(await mintKey(owner, workspaceId)).headers, 'content-type': 'application/json' };
});
afterAll(async () => {
  for (const { child } of servers) {
    child.disconnect();
    await once(child, 'exit');
  }
  await closeDatabase();
});

async function startServer() {
  const child = forkBundled(path.join(import.meta.dirname, 'testing/api-process.ts'));
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }];
  return { child, origin };
}

async function choose(choice: PlanChoice): Promise<void> {
  const { email } = await prisma().user.findUniqueOrThrow({ where: { id: mill.owner.userId } });
  await setPlan({ email, ...choice });
}

interface Answer {
  status: number;
  headers: Headers;
  body: { code?: string; detail?: string };
  /** The times of the request and of its response, in milliseconds. */
  betweenMs: [number, number];
}

/** Sends a burst from 20 callers, half of them to each server; returns every caller's responses in order. */
async function burst(calls: number, method: string, url: string, body?: unknown): Promise<Answer[][]> {
  const each = calls / 20;
  return Promise.all(
    Array.from({ length: 20 }, async (_, caller) => {
      const { origin } = servers[caller % 2]!;
      const answers: Answer[] = [];
      for (let call = 0; call < each; call += 1) {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const askedMs = Date.now();
        const response = await fetch(origin + url, { method, headers, body: text });
        answers.push({
          status: response.status,
          headers: response.headers,
          body: await response.json(),
          betweenMs: [askedMs, Date.now()],
        });
      }
      return answers;
    }),
  );
}

const numberOf = (answer: Answer, name: string): number => Number(answer.headers.get(name));

test.each([
  [{ plan: 'free', customLimits: null }, 10],
  [{ plan: 'pro', customLimits: null }, 30],
  [{ plan: 'team', customLimits: null }, 60],
  [{ plan: 'enterprise', customLimits: { logsApiPerMinute: 123 } }, 123],
] as const)('200 calls of the logs API with one key, %o: exactly %i pass', async (choice, limit) => {
  await choose(choice);
  const callers = await burst(200, 'GET', `/api/v1/logs?workspaceId=${mill.workspaceId}`);
  const answers = callers.flat();
  const passed = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect([passed.length, refused.length]).toEqual([limit, 200 - limit]);

  // The database counted each call once: the remaining uses, whichever server responded, are all numbers
  // down to 0.
  const left = passed.map((answer) => numberOf(answer, 'x-ratelimit-remaining'));
  expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: limit }, (_, at) => limit - 1 - at));
  for (const own of callers) {
    const seen = own.map((answer) => numberOf(answer, 'x-ratelimit-remaining'));
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  }
  const resets = new Set(answers.map((answer) => answer.headers.get('x-ratelimit-reset')));
  expect(resets.size).toBe(1);
  const resetMs = Date.parse([...resets][0]!);
  for (const answer of refused) {
    const seconds = answer.headers.get('retry-after')!;
    expect(seconds).toMatch(/^[1-9]\d*$/);
    const [most, least] = answer.betweenMs.map((atMs) => Math.ceil((resetMs - atMs) / 1000));
    expect(Number(seconds)).toBeGreaterThanOrEqual(least!);
    expect(Number(seconds)).toBeLessThanOrEqual(most!);
    expect(answer.headers.get('ratelimit')).toBe(`"logs";r=0;t=${seconds}`);
    expect(answer.headers.get('ratelimit-policy')).toBe(`"logs";q=${limit};w=60`);
    expect(answer.body.code).toBe('rate_limited');
  }
});

test('a limit counted in blocks is never exceeded, and little of it is left unused', async () => {
  await choose({ plan: 'enterprise', customLimits: { syncPerMinute: 4_000 } });
  // The window ends in an hour, so all calls are in it, however slow the machine is.
  await pool().query(
    `INSERT INTO runtime.rate_window (user_id, kind, window_start, count)
      VALUES ($1, 'sync', now() + interval '1 hour', 0)`,
    [mill.owner.userId],
  );
  const url = `/api/v1/workflows/${await workflowThatAnswers(mill)}/executions`;
  const passed = (await burst(5_000, 'POST', url, { input: {} }))
    .flat()
    .filter(({ status }) => status === 200);
  expect(passed.length).toBeLessThanOrEqual(4_000);
  // A block holds four uses; its remaining ones are lost when a server stalls for a second.
  expect(passed.length).toBeGreaterThanOrEqual(4_000 - 10 * 4);
  const { rows } = await pool().query(
    'SELECT count(*)::int AS logs FROM runtime.log WHERE workspace_id = $1',
    [mill.workspaceId],
  );
  expect(rows).toEqual([{ logs: passed.length }]);
});

test('executions with one key: exactly 10 sync and 50 async begin, no other leaves a trace', async () => {
  const url = `/api/v1/workflows/${await workflowThatAnswers(mill)}/executions`;
  const waited = (await burst(40, 'POST', url, { input: {} })).flat();
  const queued = (await burst(100, 'POST', `${url}?mode=async`, { input: {} })).flat();
  const count = (answers: Answer[], wanted: number) =>
    answers.filter(({ status }) => status === wanted).length;
  expect([count(waited, 200), count(waited, 429)]).toEqual([10, 30]);
  expect([count(queued, 202), count(queued, 429)]).toEqual([50, 50]);
  for (const [answers, words] of [
    [waited, '10 synchronous executions'],
    [queued, '50 asynchronous executions'],
  ] as const)
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expect(answer.body).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining(words) });
      expect(numberOf(answer, 'retry-after')).toBeGreaterThanOrEqual(1);
    }

  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM runtime.log WHERE workspace_id = $1) AS logs,
       (SELECT count(*)::int FROM runtime.execution WHERE workspace_id = $1) AS queued`,
    [mill.workspaceId],
  );
  // Deletes the queued executions, so that nothing runs them.
  await pool().query('DELETE FROM runtime.execution WHERE workspace_id = $1', [mill.workspaceId]);
  expect(rows).toEqual([{ logs: 10, queued: 50 }]);
});
