import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { createBulkJob } from '../bulk/jobs/create-job';
import { getBulkJob } from '../bulk/jobs/read-jobs';
import { NewBulkJob } from '../bulk/schema';
import { stepOn } from '../bulk/testing/bulk-mill';
import {
  type FailingWorkspace,
  groupOfLog,
  mintFailingWorkspace,
} from '../error-groups/testing/failing-workspace';
import { listLogs } from '../logs/list-logs';
import { LogsQuery } from '../logs/logs-request';
import { createWebhook } from '../outgoing-webhooks/create-webhook';
import { NewWebhookSettings } from '../outgoing-webhooks/schema';
import { addUpLogs } from '../overview/add-up-logs';
import { getHistogram } from '../overview/get-histogram';
import type { CompletionRow } from '../runs/shapes/execution-row';
import { deleteLog } from './delete-log';

let mill: FailingWorkspace;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
});
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.bulk_job');
  mill = await mintFailingWorkspace();
});
afterAll(closeDatabase);

const FULL: Partial<CompletionRow> = {
  tags: ['order-55117731'],
  files: [{ id: 'f1', name: 'f', contentType: 'image/png', size: 3, base64: 'AAEC' }],
  cost: '{"total":1,"tokens":{"prompt":1,"completion":1,"total":2},"models":{"m":{"input":0,"output":1,"total":1,"tokens":{"prompt":1,"completion":1,"total":2}}}}',
  costTotal: 1,
  exact: JSON.stringify({ output: { exact: 1 } }),
  effects: {
    list: [
      {
        key: 'k',
        blockId: 'b1',
        blockName: 'b1',
        method: 'POST',
        host: 'api.example.com',
        path: '/orders',
        status: 201,
        attempts: 1,
        idempotencyKey: null,
        sentAtMs: Date.now(),
      },
    ],
    more: 0,
  },
};

const subscribe = () =>
  createWebhook(mill.writer, {
    workspaceId: mill.workspaceId,
    workflowId: null,
    ...NewWebhookSettings.parse({
      url: 'http://127.0.0.1:9/',
      includeFinalOutput: true,
      includeTraceSpans: true,
    }),
  });

/** Records a failed run with all that a run can leave, and what is learnt from it. */
async function recordFull(message = 'Order 55117731 was not found.'): Promise<CompletionRow> {
  const row = mill.failed({ message, version: 1, tags: ['order-55117731'] }, FULL);
  await mill.record([row]);
  await mill.group();
  while (await addUpLogs(mill.workspaceId));
  return row;
}

const TABLES = `
SELECT n.nspname || '.' || quote_ident(c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN ('public', 'runtime') AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;

/** Returns the tables with a row that holds the text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(TABLES);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool().query(
      `SELECT FROM ${name} AS t WHERE strpos(t::text, $1) > 0 LIMIT 1`,
      [text],
    );
    if (rowCount === 1) found.push(name);
  }
  return found;
}

const remove = (id: string, deliveries: 'keep' | 'discard' = 'discard') =>
  deleteLog(mill.admin, { id, deliveries });
const runsCounted = async () => {
  const { data } = await getHistogram(mill.reader, { workspaceId: mill.workspaceId, buckets: 1 });
  return data.buckets.reduce((sum, { info, error, cancelled }) => sum + info + error + cancelled, 0);
};

test('a deleted run is in no table any more, except in the audit', async () => {
  await subscribe();
  const { execution } = await recordFull();
  const { logId, executionId } = execution;
  expect((await tablesWith(logId)).length).toBeGreaterThan(8);
  expect(await tablesWith('order-55117731')).toContain('runtime.error_group_tag');
  expect(await remove(logId)).toBeUndefined();
  expect(await tablesWith(logId)).toEqual(['public.audit_event']);
  expect(await tablesWith(executionId)).toEqual([]);
  expect(await tablesWith('order-55117731')).toEqual([]);
  expect(await tablesWith('Order 55117731')).toEqual([]);
  expect(await refusalOf(remove(logId))).toBe('not_found');
  const events = await prisma().auditEvent.findMany({ where: { target: logId } });
  expect(events.map(({ action, userId }) => [action, userId])).toEqual([
    ['logs.run_deleted', mill.admin.userId],
  ]);
});

test('others stay: their error keeps counting, and no longer quotes the deleted run', async () => {
  const [first, last] = [await recordFull(), await recordFull('Order 9100 was not found.')];
  const groupId = await groupOfLog(first.execution.logId);
  expect(await groupOfLog(last.execution.logId)).toBe(groupId);
  expect(await runsCounted()).toBe(2);
  await remove(last.execution.logId);
  const { rows } = await pool().query(
    'SELECT last_log_id::text, message FROM runtime.error_group WHERE id = $1',
    [groupId],
  );
  expect(rows).toEqual([{ last_log_id: first.execution.logId, message: 'Order … was not found.' }]);
  const { rows: tags } = await pool().query(
    'SELECT tag, n FROM runtime.error_group_tag WHERE group_id = $1',
    [groupId],
  );
  expect(tags).toEqual([{ tag: 'order-55117731', n: 1 }]);
  expect(await runsCounted()).toBe(1);
  await remove(first.execution.logId);
  expect(await runsCounted()).toBe(0);
  const left = await pool().query('SELECT FROM runtime.error_group WHERE id = $1', [groupId]);
  expect(left.rowCount).toBe(0);
});

test('a cursor neither returns a deleted run nor stops at it', async () => {
  const rows = Array.from({ length: 6 }, () => mill.run());
  await mill.record(rows);
  const ids = rows.map(({ execution }) => execution.logId);
  const page = async (query: object) =>
    listLogs(mill.reader, LogsQuery.parse({ workspaceId: mill.workspaceId, limit: '2', ...query }));
  for (const order of ['asc', 'desc']) {
    const first = await page({ order });
    const stands = order === 'asc' ? [ids[1], ids[2]] : [ids[4]];
    for (const id of stands) await remove(id!);
    const second = await page({ order, cursor: first.nextCursor! });
    expect(second.data.map(({ id }) => id)).toEqual(order === 'asc' ? [ids[3], ids[4]] : [ids[3], ids[0]]);
    if (order === 'desc') expect(second.nextCursor).toBeNull();
  }
  const ended = await page({ order: 'asc', limit: '100' });
  await remove(ids[5]!);
  const next = mill.run();
  await mill.record([next]);
  const resumed = await page({ order: 'asc', cursor: ended.resumeCursor! });
  expect(resumed.data.map(({ id }) => id)).toEqual([next.execution.logId]);
});

test('a run that is still to be delivered stays until the delivery is given up, and one on the way stays', async () => {
  await subscribe();
  const { execution } = await recordFull();
  const { logId } = execution;
  expect(await refusalOf(remove(logId, 'keep'))).toBe('conflict');
  const lease = `lease_token = gen_random_uuid(), lease_owner = gen_random_uuid(), leased_at = now()`;
  await pool().query(`UPDATE runtime.webhook_pending SET ${lease}`);
  expect(await refusalOf(remove(logId, 'discard'))).toBe('conflict');
  expect(await tablesWith(logId)).toContain('runtime.log');
  await pool().query(
    'UPDATE runtime.webhook_pending SET lease_token = NULL, lease_owner = NULL, leased_at = NULL',
  );
  expect(await refusalOf(remove(logId, 'discard'))).toBe('done');
});

test('who may delete a run', async () => {
  const { execution } = await recordFull();
  await expectOutcomes(mill, (actor) => deleteLog(actor, { id: execution.logId, deliveries: 'keep' }), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'forbidden',
    admin: 'done',
  });
});

test('in bulk: each is gone, with what the job itself says of it', async () => {
  await subscribe();
  const ids = [await recordFull(), await recordFull()].map(({ execution }) => execution.logId);
  const start = async (discardDeliveries: boolean) => {
    const select = { filter: { level: 'error' } };
    const asked = { workspaceId: mill.workspaceId, kind: 'delete', select, perSecond: 50, discardDeliveries };
    const { data } = await createBulkJob(mill.admin, NewBulkJob.parse(asked));
    await stepOn();
    return (await getBulkJob(mill.reader, { id: data.id })).data;
  };
  expect((await start(false)).groups).toMatchObject([{ outcome: 'refused', runs: 2 }]);
  const report = await start(true);
  expect(report).toMatchObject({ state: 'finished', done: 2 });
  expect(report.groups).toMatchObject([{ outcome: 'deleted', runs: 2 }]);
  for (const id of ids) expect(await tablesWith(id)).toEqual([]);
  const events = await prisma().auditEvent.findMany({
    where: { target: report.id, action: 'bulk.finished' },
  });
  expect(events.map(({ detail }) => detail)).toMatchObject([{ name: 'delete', runs: 2 }]);
});
