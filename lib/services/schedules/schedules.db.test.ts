import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WorkflowDocument } from '../../core/workflow/schema';
import { newId } from '../../platform/ids';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { getLog } from '../logs/get-log';
import { deleteWorkflow } from '../removal/delete-workflow';
import { deleteWorkspace } from '../removal/delete-workspace';
import { purgeWorkflow } from '../removal/purge-workflow';
import { startWorkQueue, type WorkQueue } from '../runs/queue/work-queue';
import { makeVersionLive } from '../versions/make-version-live';
import { publishWorkflow } from '../versions/publish-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { fireDueSchedules } from './fire-schedules';
import { listSchedules } from './list-schedules';
import { runSchedule } from './run-schedule';
import { type ScheduleLoop, startScheduleLoop } from './schedule-loop';
import { makeDue, scheduledDocument, scheduledWorkflow } from './testing/scheduled-workflow';
import { updateSchedule } from './update-schedule';

const HOUR_S = 3_600;
let mill: TestWorkspace;
let queue: WorkQueue | null = null;
let loop: ScheduleLoop | null = null;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
});
beforeEach(async () => {
  await queue?.stop(5_000);
  await loop?.stop(5_000);
  queue = loop = null;
  mill = await mintWorkspace();
});
afterAll(async () => {
  await queue?.stop(5_000);
  await loop?.stop(5_000);
  await stopHeartbeat();
  await closeDatabase();
});

const hourly = { kind: 'every', every: 1, unit: 'hours' };
const schedulesOf = async (id: string) => (await listSchedules(mill.reader, { id })).data;
const only = async (id: string) => (await schedulesOf(id))[0]!;
/** Returns `[outcome, count]`, newest first. */
const told = async (id: string) =>
  (await only(id)).outcomes.map(({ outcome, count }) => [outcome, count] as const);
const unfinished = async (id: string) => {
  const { rows } = await pool().query(
    `SELECT input::jsonb AS input, trigger, entry_block, mode FROM runtime.execution
     WHERE workflow_id = $1 ORDER BY accepted_at, id`,
    [id],
  );
  return rows;
};
const endAll = (id: string) => pool().query('DELETE FROM runtime.execution WHERE workflow_id = $1', [id]);

test('who may see, pause and start schedules', async () => {
  const id = await scheduledWorkflow(mill, { hourly });
  const one = { id, blockId: 'hourly' };
  await expectOutcomes(mill, (actor) => listSchedules(actor, { id }), {
    stranger: 'not_found',
    reader: 'done',
  });
  const writing = { stranger: 'not_found', reader: 'forbidden', writer: 'done', admin: 'done' } as const;
  await expectOutcomes(mill, (actor) => updateSchedule(actor, { ...one, paused: true }), writing);
  await expectOutcomes(mill, (actor) => runSchedule(actor, one), writing);
  expect(await refusalOf(runSchedule(mill.writer, { id, blockId: 'start' }))).toBe('not_found');
  expect(await refusalOf(updateSchedule(mill.writer, { id: newId(), blockId: 'x', paused: true }))).toBe(
    'not_found',
  );
});

test('a schedule that is due starts a run of the live version; its log names the trigger', async () => {
  const id = await scheduledWorkflow(mill, { hourly: { ...hourly, zone: 'Asia/Kolkata' } });
  const { document } = { document: scheduledDocument({ hourly: { ...hourly, every: 5 } }) };
  await saveWorkflow(mill.writer, { id, document });
  queue = startWorkQueue();
  loop = startScheduleLoop();
  await makeDue([id], 1);
  await expect.poll(async () => (await only(id)).outcomes[0]?.logId ?? null).not.toBeNull();
  const { outcomes, nextAt, version } = await only(id);
  const [first] = outcomes;
  expect([outcomes.length, version, nextAt.length]).toEqual([1, 1, 10]);
  const { data: log } = await getLog(mill.reader, first!.logId!);
  expect(log).toMatchObject({ trigger: 'schedule', version: 1, level: 'info' });
  expect(log.executionData.finalOutput).toEqual({ hourly: first!.scheduledAt });
  const spans = JSON.stringify(log.executionData.traceSpans);
  expect(spans).toContain('"zone":"Asia/Kolkata"');
  expect(spans).toContain('"byHand":false');
});

test('publishing and rolling back change what fires; what stays keeps its next time and pause', async () => {
  const id = await scheduledWorkflow(mill, { a: hourly, b: { ...hourly, every: 2 }, c: hourly });
  await updateSchedule(mill.writer, { id, blockId: 'c', paused: true });
  await makeDue([id], 7 * HOUR_S);
  const document = scheduledDocument({ a: hourly, b: { ...hourly, every: 3 }, c: hourly });
  document.blocks.d = { ...document.blocks.a!, id: 'd', name: 'd', enabled: false };
  await saveWorkflow(mill.writer, { id, document: WorkflowDocument.parse(document) });
  await publishWorkflow(mill.writer, { id });
  const { rows } = await pool().query(
    `SELECT block_id, version, paused, next_fire_at > now() + interval '6 h' AS kept FROM runtime.schedule
     WHERE workflow_id = $1 ORDER BY block_id`,
    [id],
  );
  expect(rows).toEqual([
    { block_id: 'a', version: 2, paused: false, kept: true },
    { block_id: 'b', version: 2, paused: false, kept: false },
    { block_id: 'c', version: 2, paused: true, kept: true },
  ]);
  await makeVersionLive(mill.writer, { id, number: '1' });
  expect((await schedulesOf(id)).map(({ settings, version }) => [settings.every, version])).toEqual([
    [1, 1],
    [2, 1],
    [1, 1],
  ]);
});

test('a deleted workflow or workspace fires no more', async () => {
  const left = async () =>
    (await pool().query('SELECT FROM runtime.schedule WHERE workspace_id = $1', [mill.workspaceId])).rowCount;
  const [gone] = [await scheduledWorkflow(mill, { hourly }), await scheduledWorkflow(mill, { hourly })];
  await deleteWorkflow(mill.writer, { id: gone });
  const due = 'SELECT FROM runtime.schedule WHERE workspace_id = $1 AND look_at IS NOT NULL';
  expect((await pool().query(due, [mill.workspaceId])).rowCount).toBe(1);
  await purgeWorkflow(mill.admin, { id: gone });
  expect(await left()).toBe(1);
  await deleteWorkspace(mill.owner, { id: mill.workspaceId, name: 'Mill' });
  expect(await left()).toBe(0);
});

test('a paused schedule doesn’t fire, and what passed meanwhile is not made up for', async () => {
  const id = await scheduledWorkflow(mill, { hourly: { ...hourly, missed: 'catch-up' } });
  await updateSchedule(mill.writer, { id, blockId: 'hourly', paused: true });
  await pool().query(
    `UPDATE runtime.schedule SET next_fire_at = now() - interval '5 h' WHERE workflow_id = $1`,
    [id],
  );
  await fireDueSchedules();
  expect((await only(id)).nextAt).toEqual([]);
  const { data } = await updateSchedule(mill.writer, { id, blockId: 'hourly', paused: false });
  expect(data.nextAt.length).toBe(10);
  await fireDueSchedules();
  expect(await unfinished(id)).toEqual([]);
  const events = await prisma().auditEvent.findMany({
    where: { target: id, action: { startsWith: 'schedule.' } },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ action }) => action)).toEqual(['schedule.paused', 'schedule.resumed']);
});

test('after an hour down each policy for missed times does what it says', async () => {
  const every10 = { kind: 'every', every: 10, unit: 'minutes', overlap: 'allow' };
  const policies = { once: 'once', skip: 'skip', all: 'catch-up' };
  const down = 64 * 60 + 30; // never within the minute in which a time is merely late
  const ids: Record<string, string> = {};
  for (const [name, missed] of Object.entries(policies)) {
    ids[name] = await scheduledWorkflow(mill, { s: { ...every10, missed, from: await minutesAgo(94) } });
    await makeDue([ids[name]], -down);
  }
  await fireDueSchedules();
  const runs = await Promise.all(Object.values(ids).map(unfinished));
  expect(runs.map(({ length }) => length)).toEqual([1, 0, 7]);
  expect(runs[0]![0]).toMatchObject({
    trigger: 'schedule',
    entry_block: 's',
    mode: 'async',
    input: { missed: 6 },
  });
  expect(await told(ids.once!)).toEqual([
    ['started', 1],
    ['missed', 6],
  ]);
  expect(await told(ids.skip!)).toEqual([['missed', 7]]);
  expect((await told(ids.all!)).length).toBe(7);
  await fireDueSchedules();
  expect((await unfinished(ids.all!)).length).toBe(7);
});

/** Returns a time as local time in UTC, by the database's clock. */
async function minutesAgo(minutes: number): Promise<string> {
  const { rows } = await pool().query<{ now: Date }>('SELECT now()');
  return new Date(rows[0]!.now.getTime() - minutes * 60_000).toISOString().slice(0, 19);
}

test('while a run is unfinished the next is skipped, queued or started, as the schedule says', async () => {
  const overlaps = ['skip', 'queue', 'allow'];
  const ids: string[] = [];
  for (const overlap of overlaps) ids.push(await scheduledWorkflow(mill, { s: { ...hourly, overlap } }));
  for (let time = 0; time < 3; time++) {
    await makeDue(ids, -1);
    await fireDueSchedules();
  }
  const counts = async () => Promise.all(ids.map(async (id) => (await unfinished(id)).length));
  expect(await counts()).toEqual([1, 1, 3]);
  expect(await told(ids[0]!)).toEqual([
    ['skipped', 1],
    ['skipped', 1],
    ['started', 1],
  ]);
  expect((await only(ids[1]!)).waiting).toBe(2);
  for (const left of [1, 0]) {
    await endAll(ids[1]!);
    await pool().query('UPDATE runtime.schedule SET look_at = now() WHERE workflow_id = $1', [ids[1]]);
    await fireDueSchedules();
    expect([(await only(ids[1]!)).waiting, (await unfinished(ids[1]!)).length]).toEqual([left, 1]);
  }
  await endAll(ids[1]!);
  await fireDueSchedules();
  expect(await unfinished(ids[1]!)).toEqual([]);
});

test('a date fires once', async () => {
  const once = { kind: 'once', at: await minutesAgo(-60) };
  const id = await scheduledWorkflow(mill, { once });
  expect((await only(id)).nextAt.length).toBe(1);
  await pool().query(
    `UPDATE runtime.schedule SET settings = jsonb_set(settings, '{at}', to_jsonb($2::text)),
       next_fire_at = now(), look_at = now() WHERE workflow_id = $1`,
    [id, await minutesAgo(0)],
  );
  await fireDueSchedules();
  await fireDueSchedules();
  expect((await unfinished(id)).length).toBe(1);
  expect((await only(id)).nextAt).toEqual([]);
  expect(
    await prisma().auditEvent.findMany({ where: { action: 'schedule.ended', target: id } }),
  ).toMatchObject([
    { actor: 'system', userId: null, workspaceId: mill.workspaceId, detail: { blockId: 'once' } },
  ]);
});

test('“run now” starts a run beside all others and names who did it; a key is counted', async () => {
  const id = await scheduledWorkflow(mill, { hourly });
  const one = { id, blockId: 'hourly' };
  await updateSchedule(mill.writer, { ...one, paused: true });
  const key = byKey(mill.writer, ['workflows:run']);
  for (const actor of [mill.writer, mill.writer, key]) await runSchedule(actor, one);
  expect(await unfinished(id)).toEqual(
    Array.from({ length: 3 }, () => ({
      input: {},
      trigger: 'schedule',
      entry_block: 'hourly',
      mode: 'async',
    })),
  );
  const events = await prisma().auditEvent.findMany({
    where: { target: id, action: 'schedule.run_by_hand' },
  });
  expect(events.map(({ userId }) => userId)).toEqual(Array(3).fill(mill.writer.userId));
});

test('a plan whose usage is exceeded starts nothing, and the schedule says why', async () => {
  const id = await scheduledWorkflow(mill, { hourly });
  await pool().query(
    `INSERT INTO runtime.usage_month (user_id, month, cost)
     VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, 1000000)`,
    [mill.owner.userId],
  );
  await makeDue([id], -1);
  await fireDueSchedules();
  expect([await told(id), await unfinished(id)]).toEqual([[['refused', 1]], []]);
  expect(await refusalOf(runSchedule(mill.writer, { id, blockId: 'hourly' }))).toBe('usage_exceeded');
});
