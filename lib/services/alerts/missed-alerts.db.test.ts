import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pool } from '../../platform/postgres/db';
import { thisProcess } from '../../platform/postgres/process-lease';
import { addUpLogs } from '../overview/add-up-logs';
import { insertExecutions } from '../runs/recording/insert-executions';
import { sampleRow } from '../runs/testing/sample-row';
import { alertEmail } from './alert-text';
import { updateAlert } from './change-alerts';
import {
  type AlertedWorkspace,
  closeAfterAlerts,
  look,
  mintAlertedWorkspace,
  openForAlerts,
  received,
  receivedTexts,
  told,
} from './testing/alerted-workspace';

const MINUTE_MS = 60_000;
const failed = { level: 'error' } as const;

let mill: AlertedWorkspace;

beforeAll(openForAlerts);
beforeEach(async () => {
  mill = await mintAlertedWorkspace();
});
afterAll(closeAfterAlerts);

describe('failures in a row', () => {
  test('fires once of each workflow, and again when it was well in between', async () => {
    const other = await mill.another('Refunds');
    await mill.createRule({ kind: 'failures-in-a-row', count: 2 });
    await mill.run(5, failed);
    await mill.run(4);
    await mill.run(3, failed);
    await look();
    expect(told()).toEqual([]);
    await mill.run(2.5, { level: 'error', ending: 'cancelled' });
    await mill.run(2, failed);
    await look();
    await look();
    expect(told()).toEqual([['alert.fired', '2 executions in a row failed: "Orders".']]);
    expect(received()[0]?.places).toMatchObject([
      { workflowId: mill.exampleId, name: 'Orders', url: expect.stringContaining('statuses=error') },
    ]);

    await mill.run(2, failed, other);
    await mill.run(1, failed, other);
    await look();
    expect(told()[1]).toEqual(['alert.fired', '2 executions in a row failed: "Refunds".']);
    await mill.run(1);
    await look();
    expect(told()[2]).toEqual(['alert.recovered', 'Executions succeed again: "Orders".']);
    await mill.run(0.5, failed);
    await look();
    expect(told()).toHaveLength(3);
    await mill.run(0.4, failed);
    await look();
    expect(told()[3]).toEqual(['alert.fired', '2 executions in a row failed: "Orders".']);
  });

  test('has not recovered because nothing ran, nor when its workflow is deleted', async () => {
    await mill.createRule({ kind: 'failures-in-a-row', count: 2 });
    await mill.run(2, failed);
    await mill.run(1, failed);
    await look();
    await pool().query(
      `UPDATE runtime.log SET started_at = started_at - interval '2 hours',
         ended_at = ended_at - interval '2 hours' WHERE workspace_id = $1`,
      [mill.workspaceId],
    );
    await look();
    await pool().query('UPDATE workflow SET deleted_at = now() WHERE id = $1', [mill.exampleId]);
    await look();
    expect(received().map(({ type }) => type)).toEqual(['alert.fired']);
    const { rows } = await pool().query('SELECT firing_for, firing_since FROM alert_rule');
    expect(rows).toEqual([{ firing_for: [], firing_since: null }]);
  });
});

describe('nothing ran', () => {
  const schedule = async (workflowId: string, { paused = false, publishedMinutesAgo = 60 } = {}) => {
    await pool().query(
      `INSERT INTO workflow_version (workflow_id, number, snapshot_hash, created_at)
       VALUES ($1, 1, '\\x00', now() - make_interval(mins => $2))`,
      [workflowId, publishedMinutesAgo],
    );
    await pool().query('UPDATE workflow SET live_version = 1 WHERE id = $1', [workflowId]);
    await pool().query(
      `INSERT INTO runtime.schedule
         (workflow_id, block_id, workspace_id, version, snapshot_hash, settings, paused, next_fire_at)
       VALUES ($1, 'b0', $2, 1, '\\x00', '{}', $3, now() + interval '1 minute')`,
      [workflowId, mill.workspaceId, paused],
    );
  };

  test('fires for what ran before, once until it runs again', async () => {
    await mill.createRule({ kind: 'no-runs' });
    await mill.run(15);
    await addUpLogs(mill.workspaceId);
    await look();
    await look();
    expect(told()).toEqual([['alert.fired', 'Nothing ran for 10 minutes: "Orders".']]);
    const [body] = received();
    expect(body?.value).toBe(1);
    expect(body?.places).toEqual([
      {
        workflowId: mill.exampleId,
        name: 'Orders',
        url: expect.stringMatching(new RegExp(`/w/${mill.workspaceId}/workflows/${mill.exampleId}$`)),
      },
    ]);
    const mail = alertEmail(receivedTexts()[0]!).text;
    expect(mail).toContain(`"Orders": ${body?.places?.[0]?.url}\n`);
    await mill.run(1);
    await look();
    expect(told()[1]).toEqual(['alert.recovered', 'Executions run again: "Orders".']);
  });

  test('is silent about workflows that never ran, or only by hand, and about a new schedule', async () => {
    await mill.another('Never');
    await schedule(await mill.another('New'), { publishedMinutesAgo: 5 });
    await mill.createRule({ kind: 'no-runs' });
    const endedAtMs = Date.now() - 15 * MINUTE_MS;
    await mill.complete({ startedAtMs: endedAtMs - 5, endedAtMs }, 'manual');
    await addUpLogs(mill.workspaceId);
    await look();
    expect(told()).toEqual([]);
  });

  test('fires for a schedule that should have run, unless it is paused or being run', async () => {
    const [due, paused] = [await mill.another('Nightly'), await mill.another('Paused')];
    await schedule(due);
    await schedule(paused, { paused: true });
    const of = { workspaceId: mill.workspaceId, workflowId: due };
    const row = sampleRow({ ...of, trigger: 'schedule', mode: 'async' });
    await insertExecutions(pool(), [row], null);
    await pool().query(`UPDATE runtime.execution SET state = 'running', owner = $1, started_at = now()`, [
      thisProcess().id,
    ]);
    await mill.createRule({ kind: 'no-runs' });
    await look();
    expect(told()).toEqual([]);
    await pool().query('DELETE FROM runtime.execution');
    await look();
    expect(told()).toEqual([['alert.fired', 'Nothing ran for 10 minutes: "Nightly".']]);
  });

  test('is silent about a time whose logs were deleted, and about workflows that are not chosen', async () => {
    const other = await mill.another('Refunds');
    await mill.run(15);
    await mill.run(15, {}, other);
    await addUpLogs(mill.workspaceId);
    await mill.createRule({ kind: 'no-runs' }, { workflowIds: [other] });
    const retainedFrom = (sql: string) =>
      pool().query(`UPDATE runtime.rollup_progress SET retained_from = ${sql} WHERE workspace_id = $1`, [
        mill.workspaceId,
      ]);
    await retainedFrom(`now() - interval '5 minutes'`);
    await look();
    expect(told()).toEqual([]);
    await retainedFrom('to_timestamp(0)');
    await look();
    expect(received().map(({ places }) => places?.map(({ workflowId }) => workflowId))).toEqual([[other]]);
  });
});

test('a rule that is about something else from now on begins again', async () => {
  const id = await mill.createRule({ kind: 'failures-in-a-row', count: 2 });
  await mill.run(2, failed);
  await mill.run(1, failed);
  await look();
  await updateAlert(mill.writer, { id, ...mill.settings({ kind: 'queue-older-than' }) });
  await look();
  expect(received().map(({ type }) => type)).toEqual(['alert.fired']);
});
