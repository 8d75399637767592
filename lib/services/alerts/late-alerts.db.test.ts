import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { holdWorkflow, holdWorkspace } from '../holds/hold';
import { insertExecutions } from '../runs/recording/insert-executions';
import { sampleRow } from '../runs/testing/sample-row';
import {
  type AlertedWorkspace,
  closeAfterAlerts,
  look,
  mintAlertedWorkspace,
  openForAlerts,
  received,
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

describe('a share of failures', () => {
  test('fires above its limit, of so many runs at least, and recovers', async () => {
    await mill.createRule({ kind: 'failure-rate', percent: 50, count: 4 });
    await mill.run(1, failed);
    await mill.run(1, failed);
    await mill.run(1, failed);
    await look();
    expect(told()).toEqual([]);
    for (let successes = 0; successes < 3; successes += 1) await mill.run(1);
    await look();
    expect(told()).toEqual([]);
    await mill.run(1, failed);
    await look();
    await look();
    const fired = ['alert.fired', 'More than 50 % of executions failed within 10 minutes.'];
    expect(told()).toEqual([fired]);
    expect(received()[0]?.url).toMatch(/\/logs\?startDate=.*&statuses=error$/);
    await mill.run(1);
    await look();
    expect(told()).toEqual([
      fired,
      ['alert.recovered', 'No more than 50 % of executions failed within 10 minutes.'],
    ]);
  });
});

describe('a 95th percentile', () => {
  test('fires when more than one in twenty took longer', async () => {
    await mill.createRule({ kind: 'p95-slower-than', ms: 1_000, count: 20 });
    const now = Date.now();
    const slow = { startedAtMs: now - 1_500, endedAtMs: now };
    for (let runs = 0; runs < 19; runs += 1) await mill.run(1);
    await mill.run(0, slow);
    await look();
    expect(told()).toEqual([]);
    await mill.run(0, slow);
    await look();
    expect(received().map(({ summary }) => summary)).toEqual([
      'More than one in twenty executions took longer than 1,000 ms within 10 minutes.',
    ]);
    expect(received()[0]?.url).toContain('minDurationMs=1001');
  });
});

describe('the queue', () => {
  test('fires when a run stays in it, names the run, and recovers', async () => {
    await mill.createRule({ kind: 'queue-older-than' });
    const of = { workspaceId: mill.workspaceId, workflowId: mill.exampleId, mode: 'async' } as const;
    const fresh = sampleRow({ ...of, acceptedAtMs: Date.now() });
    const woken = sampleRow({ ...of, acceptedAtMs: Date.now() - 60 * MINUTE_MS });
    const old = sampleRow({ ...of, acceptedAtMs: Date.now() - 11 * MINUTE_MS });
    const elsewhere = sampleRow({ workspaceId: newId(), mode: 'async', acceptedAtMs: old.acceptedAtMs });
    await insertExecutions(pool(), [fresh, woken, elsewhere], null);
    await pool().query('UPDATE runtime.execution SET wake_at = now() WHERE id = $1', [woken.executionId]);
    await look();
    expect(told()).toEqual([]);
    await insertExecutions(pool(), [old], null);
    await look();
    await look();
    const fired = ['alert.fired', 'An execution has been in the queue for more than 10 minutes.'];
    expect(told()).toEqual([fired]);
    expect(received()[0]?.places).toMatchObject([
      {
        workflowId: mill.exampleId,
        executionId: old.executionId,
        url: expect.stringMatching(new RegExp(`/w/${mill.workspaceId}/runs/${old.executionId}$`)),
      },
    ]);
    await pool().query('DELETE FROM runtime.execution');
    await look();
    expect(told()).toEqual([
      fired,
      ['alert.recovered', 'No execution has been in the queue for more than 10 minutes.'],
    ]);
  });
});

describe('a hold', () => {
  const hold = { reason: '', waitingCallers: 'refuse' } as const;
  const age = (column: string, id: string) =>
    pool().query(`UPDATE runtime.hold SET held_at = held_at - interval '11 minutes' WHERE ${column} = $1`, [
      id,
    ]);

  test('that is forgotten fires once, by itself, and recovers when it is gone', async () => {
    await mill.createRule({ kind: 'hold-older-than' }, { workflowIds: [mill.exampleId] });
    const other = await mill.another('Refunds');
    for (const id of [mill.exampleId, other]) await holdWorkflow(mill.writer, { id, ...hold });
    await age('workflow_id', other);
    await look();
    expect(told()).toEqual([]);
    await age('workflow_id', mill.exampleId);
    await look();
    await look();
    expect(received().map(({ summary }) => summary)).toEqual(['Held for more than 10 minutes: "Orders".']);
    await holdWorkspace(mill.admin, { workspaceId: mill.workspaceId, ...hold });
    await age('workspace_id', mill.workspaceId);
    await look();
    expect(received().map(({ summary }) => summary)[1]).toBe('Held for more than 10 minutes: the workspace.');
    expect(received()[1]?.places?.[0]?.url).toMatch(/\/settings\/general$/);
    await pool().query('DELETE FROM runtime.hold WHERE workspace_id = $1', [mill.workspaceId]);
    await look();
    expect(told()[2]).toEqual(['alert.recovered', '2 holds have been released.']);
    expect(received()[2]).not.toHaveProperty('places');
  });
});

test('a server that runs wait for fires once it has been away for longer, and recovers when it is back', async () => {
  await mill.createRule({ kind: 'server-away' });
  await mill.createRule({ kind: 'server-away' }, { workflowIds: [mill.exampleId] }); // none of its runs waits
  const id = newId();
  await pool().query(
    `INSERT INTO runtime.server_outage (id, workspace_id, origin, state, since, failures, code, next_at)
     VALUES ($1, $2, 'https://api.example.com', 'away', now() - interval '9 minutes', 3, 'TIMEOUT',
       now() + interval '1 hour')`,
    [id, mill.workspaceId],
  );
  await look();
  expect(told()).toEqual([]);
  await pool().query(`UPDATE runtime.server_outage SET since = since - interval '2 minutes' WHERE id = $1`, [
    id,
  ]);
  await look();
  await look();
  expect(told()).toEqual([
    ['alert.fired', 'Unavailable for more than 10 minutes: "https://api.example.com".'],
  ]);
  expect(received()[0]?.places).toEqual([
    {
      workflowId: null,
      name: 'https://api.example.com',
      url: expect.stringMatching(new RegExp(`/w/${mill.workspaceId}/logs$`)),
    },
  ]);
  await pool().query('DELETE FROM runtime.server_outage WHERE id = $1', [id]);
  await look();
  expect(told()[1]).toEqual(['alert.recovered', '1 server that executions waited for answers again.']);
});
