import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { getWorkspacePlan } from './get-workspace-plan';
import { readLimits } from './read-limits';
import { Limits } from './schema';
import { setPlan, setWorkspacePlan } from './set-plan';

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

const ownersEmail = async () =>
  (await prisma().user.findUniqueOrThrow({ where: { id: mill.owner.userId } })).email;

/** Stores a window with `count` uses. @returns when the window began, in milliseconds */
async function used(mode: 'sync' | 'async', count: number, secondsAgo: number): Promise<number> {
  const { rows } = await pool().query<{ window_start: Date }>(
    `INSERT INTO runtime.rate_window (user_id, kind, window_start, count)
     VALUES ($1, $2, now() - make_interval(secs => $3), $4) RETURNING window_start`,
    [mill.owner.userId, mode, secondsAgo, count],
  );
  return rows[0]!.window_start.getTime();
}

test('every plan has its documented limits, whoever of the workspace asks', async () => {
  const email = await ownersEmail();
  const found: unknown[] = [];
  for (const plan of ['free', 'pro', 'team', 'enterprise'] as const) {
    await setPlan({ email, plan, customLimits: null });
    const { data } = await getWorkspacePlan(mill.reader, mill);
    const { sync, async } = data.limits.workflowExecutionRateLimit;
    found.push([data.plan, data.logsApi.limit, sync.limit, async.limit]);
  }
  expect(found).toEqual([
    ['free', 10, 10, 50],
    ['pro', 30, 25, 200],
    ['team', 60, 75, 500],
    ['enterprise', 600, 150, 1000],
  ]);
});

test('an unused window is whole and would end in a minute', async () => {
  const beforeMs = Date.now();
  const limits = Limits.parse(await readLimits(mill.workspaceId));
  const afterMs = Date.now();
  const { sync, async } = limits.workflowExecutionRateLimit;
  expect([sync.remaining, async.remaining]).toEqual([10, 50]);
  for (const { resetAt } of [sync, async]) {
    expect(Date.parse(resetAt)).toBeGreaterThanOrEqual(beforeMs + 60_000);
    expect(Date.parse(resetAt)).toBeLessThanOrEqual(afterMs + 60_000);
  }
  expect(limits.usage).toEqual({ currentPeriodCost: 0, limit: 10, plan: 'free', isExceeded: false });
});

test('what ran in the current window counts, earlier runs do not, and it never goes below zero', async () => {
  const begunMs = await used('sync', 4, 30);
  await used('async', 9_999, 61);
  const first = (await readLimits(mill.workspaceId)).workflowExecutionRateLimit;
  expect([first.sync.remaining, first.async.remaining]).toEqual([6, 50]);
  expect(Date.parse(first.sync.resetAt)).toBe(begunMs + 60_000);
  await pool().query(`UPDATE runtime.rate_window SET count = 99 WHERE user_id = $1`, [mill.owner.userId]);
  expect((await readLimits(mill.workspaceId)).workflowExecutionRateLimit.sync.remaining).toBe(0);
});

test('only this month’s cost counts as usage', async () => {
  await pool().query(
    `INSERT INTO runtime.usage_month (user_id, month, cost) VALUES
       ($1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, 10),
       ($1, (date_trunc('month', now() AT TIME ZONE 'UTC') - interval '1 month')::date, 500)`,
    [mill.owner.userId],
  );
  expect((await readLimits(mill.workspaceId)).usage).toMatchObject({
    currentPeriodCost: 10,
    isExceeded: true,
  });
});

test('strangers do not see a plan', async () => {
  const { workspaceId } = mill;
  await expectOutcomes(mill, (actor) => getWorkspacePlan(actor, { workspaceId }), {
    stranger: 'forbidden',
    reader: 'done',
  });
});

test('a plan is set for an account that exists, with an audit', async () => {
  expect(await refusalOf(setPlan({ email: 'nobody@example.com', plan: 'pro', customLimits: null }))).toBe(
    'not_found',
  );
  await setPlan({ email: await ownersEmail(), plan: 'team', customLimits: null });
  const event = await prisma().auditEvent.findFirstOrThrow({ where: { target: mill.owner.userId } });
  expect(event).toMatchObject({ action: 'plan.set', detail: { from: 'free', to: 'team' } });
});

test('the installation’s owner alone changes plans, of workspaces they are in, with an audit', async () => {
  const { workspaceId } = mill;
  const first = await prisma().user.findFirstOrThrow({ orderBy: { id: 'asc' } });
  const choice = { workspaceId, plan: 'enterprise', customLimits: { syncPerMinute: 7 } } as const;
  for (const person of [mill.owner, mill.admin, mill.stranger])
    expect(await refusalOf(setWorkspacePlan(person, choice))).toBe('forbidden');
  const owner = { kind: 'user', userId: first.id, roles: new Map() } as const;
  expect(await refusalOf(setWorkspacePlan(owner, choice))).toBe('forbidden');

  await used('sync', 5, 1);
  const member = { ...owner, roles: new Map([[workspaceId, 'reader' as const]]) };
  const { data } = await setWorkspacePlan(member, choice);
  expect(data).toMatchObject({
    plan: 'enterprise',
    customLimits: { syncPerMinute: 7 },
    holder: { userId: mill.owner.userId },
    installationOwner: { userId: first.id },
    logsApi: { limit: 600 },
    limits: {
      workflowExecutionRateLimit: { sync: { limit: 7, remaining: 7 }, async: { limit: 1000 } },
      usage: { limit: 5000, plan: 'enterprise' },
    },
  });
  const event = await prisma().auditEvent.findFirstOrThrow({ where: { workspaceId, action: 'plan.set' } });
  expect(event).toMatchObject({
    userId: first.id,
    target: mill.owner.userId,
    detail: { from: 'free', to: 'enterprise', customLimits: '{"syncPerMinute":7}' },
  });
  const back = await setWorkspacePlan(member, { workspaceId, plan: 'pro', customLimits: null });
  expect(back.data).toMatchObject({ plan: 'pro', customLimits: null, logsApi: { limit: 30 } });
});
