import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { KillableServer } from '../runs/testing/killable-server';
import { makeDue, scheduledWorkflow, startedRuns } from './testing/scheduled-workflow';

/** `SCHEDULES=1000 KILLS=20` for the long form. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 300);
const KILLS = Number(process.env.KILLS ?? 3);
const SCHEDULES_EACH = 20;
const WORKFLOWS = SCHEDULES / SCHEDULES_EACH;
const WITHIN_MS = patient(60_000);
const MAX_LATE_MS = 1_000;

vi.setConfig({ testTimeout: patient(120_000 + KILLS * 40_000) });

const file = path.join(import.meta.dirname, 'testing/schedule-process.ts');
const servers = [new KillableServer(file), new KillableServer(file)];
let mill: TestWorkspace;
let ids: string[];

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await Promise.all(servers.map((server) => server.start()));
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  const each = { kind: 'every', every: 30, unit: 'days', overlap: 'allow' };
  const names = Array.from({ length: SCHEDULES_EACH }, (_, index) => `s${index}`);
  const schedules = Object.fromEntries(names.map((name) => [name, each]));
  ids = await Promise.all(Array.from({ length: WORKFLOWS }, () => scheduledWorkflow(mill, schedules)));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await closeDatabase();
});

/** Counts the runs in the log by block, and the unfinished runs. */
async function logged(): Promise<{ logs: number; blocks: number; unfinished: number }> {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*) FROM runtime.log 
      WHERE workspace_id = $1 AND trigger = 'schedule')::integer AS logs,
       (SELECT count(*) FROM runtime.execution WHERE workspace_id = $1)::integer AS unfinished`,
    [mill.workspaceId],
  );
  const started = await startedRuns(ids);
  return { ...rows[0], blocks: new Set(started.map((run) => `${run.workflowId} ${run.blockId}`)).size };
}

const settled = (rounds: number) =>
  expect
    .poll(logged, { timeout: WITHIN_MS, interval: 200 })
    .toEqual({ logs: SCHEDULES * rounds, blocks: SCHEDULES, unfinished: 0 });

test('schedules due at one moment fire once each over two processes', async () => {
  await makeDue(ids, 2);
  await settled(1);
  const late = (await startedRuns(ids)).map(({ latenessMs }) => latenessMs).sort((a, b) => a - b);
  expect(late.length).toBe(SCHEDULES);
  expect(late[0]).toBeGreaterThanOrEqual(0);
  const p99 = late[Math.floor(SCHEDULES * 0.99)]!;
  console.log(`fired late by p50 ${late[SCHEDULES / 2]} ms, p99 ${p99} ms`);
  // The long form has the machine to itself.
  if (process.env.KILLS !== undefined) expect(p99).toBeLessThan(MAX_LATE_MS);
});

test('none is lost and none fires twice when processes are killed while they fire', async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const server = servers[kill % 2]!;
    await makeDue(ids, 0);
    const fired = async () => (await startedRuns(ids)).length - SCHEDULES * kill;
    // Kills it while it fires: at the beginning, then further on.
    await expect
      .poll(fired, { timeout: WITHIN_MS, interval: 5 })
      .toBeGreaterThan(((kill % 8) / 10) * SCHEDULES);
    await server.kill();
    await server.start();
    await expect.poll(fired, { timeout: WITHIN_MS, interval: 100 }).toBe(SCHEDULES);
  }
  await settled(KILLS);
});
