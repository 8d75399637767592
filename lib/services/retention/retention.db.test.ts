import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { pool, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { enforceRetention } from '../logs/enforce-retention';
import { getLog } from '../logs/get-log';
import { listLogs } from '../logs/list-logs';
import { LogsQuery } from '../logs/logs-request';
import { getDelivery } from '../outgoing-webhooks/get-delivery';
import { redeliver } from '../outgoing-webhooks/redeliver';
import { redeliverFailed } from '../outgoing-webhooks/redeliver-failed';
import {
  closeAfterDeliveries,
  completionOf,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from '../outgoing-webhooks/testing/subscribed-workspace';
import { runAgain } from '../replay/run-again';
import { recordCompletions } from '../runs/recording/record-completions';
import type { CompletionRow } from '../runs/shapes/execution-row';
import { NewRetention } from './schema';
import { getRetention, setRetention } from './workspace-retention';

const DAY_MS = 86_400_000;
const CONTEXT = { signal: new AbortController().signal, header: () => null, requestId: 'r', traceId: 't' };

let mill: SubscribedWorkspace;

beforeAll(openForDeliveries);
beforeEach(async () => {
  mill = await mintSubscribedWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'pro' } });
});
afterAll(closeAfterDeliveries);

const set = (days: Partial<NewRetention>) =>
  setRetention(mill.admin, { workspaceId: mill.workspaceId, ...NewRetention.parse(days) });
/** Another test may be at it. */
async function enforce() {
  for (;;) {
    const outcome = await enforceRetention(new AbortController().signal);
    if (outcome !== null) return outcome;
  }
}

/** Records a run that ended so many days ago and lasted so many. */
async function ran(
  daysAgo: number,
  { lasted = 0, ...change }: Partial<CompletionRow> & { lasted?: number } = {},
) {
  const endedAtMs = Date.now() - daysAgo * DAY_MS;
  const startedAtMs = endedAtMs - lasted * DAY_MS - 5;
  await pool().query('SELECT runtime.ensure_partitions(to_timestamp($1::float8 / 1000), 1)', [startedAtMs]);
  const row = completionOf(mill, {
    startedAtMs,
    endedAtMs,
    traceSpans: JSON.stringify([{ id: 's', name: 'start', type: 'start', children: [], input: 'London' }]),
    finalOutput: JSON.stringify({ city: 'London' }),
    files: [{ id: 'f', name: 'f', contentType: 'image/png', size: 3, base64: 'AAEC' }],
    exact: JSON.stringify({ output: 'London' }),
    ...change,
  });
  await recordCompletions(pool(), [row], newId());
  return row.execution;
}

async function payloadOf(logId: string) {
  const { rows } = await pool().query(
    `SELECT p.final_output, p.trace_spans, p.files, p.deleted_at IS NOT NULL AS deleted,
       (SELECT count(*)::int FROM runtime.log_file f WHERE f.log_id = p.log_id) AS log_files,
       (SELECT count(*)::int FROM runtime.exact_result x WHERE x.log_id = p.log_id) AS exact
     FROM runtime.log_payload p WHERE p.log_id = $1`,
    [logId],
  );
  return rows[0];
}

const EMPTY = { final_output: 'null', trace_spans: '[]', files: null, deleted: true, log_files: 0, exact: 0 };

test('payloads are deleted before their logs, which stay and say so', async () => {
  await set({ payloadDays: 7 });
  const [old, young] = [await ran(8), await ran(6)];
  await enforce();
  expect(await payloadOf(old.logId)).toEqual(EMPTY);
  expect(await payloadOf(young.logId)).toMatchObject({ deleted: false, log_files: 1, exact: 1 });
  const { data } = await getLog(mill.reader, old.logId);
  expect(data).toMatchObject({ status: 'success', executionData: { traceSpans: [], finalOutput: {} } });
  expect(data.payloadDeletedAt).toBeDefined();
  expect((await getLog(mill.reader, young.logId)).data.payloadDeletedAt).toBeUndefined();
  const list = await listLogs(
    mill.reader,
    LogsQuery.parse({ workspaceId: mill.workspaceId, includeFinalOutput: 'true' }),
  );
  expect(list.data.map(({ id, payloadDeletedAt }) => [id, payloadDeletedAt !== undefined])).toEqual([
    [young.logId, false],
    [old.logId, true],
  ]);
  const events = await prisma().auditEvent.findMany({ where: { action: 'logs.payloads_deleted' } });
  const own = events.filter(({ workspaceId }) => workspaceId === mill.workspaceId);
  expect(own).toMatchObject([{ actor: 'system', detail: { rows: 1, reason: 'retention' } }]);
});

test('a run that took long keeps its payload from its end on, and each is met once', async () => {
  await set({ payloadDays: 7 });
  const first = await ran(9);
  await enforce();
  const long = await ran(5, { lasted: 20 });
  await enforce();
  expect(await payloadOf(long.logId)).toMatchObject({ deleted: false });
  await pool().query("UPDATE runtime.log SET ended_at = ended_at - interval '3 days' WHERE id = $1", [
    long.logId,
  ]);
  const { rows } = await pool().query('SELECT deleted_at FROM runtime.log_payload WHERE log_id = $1', [
    first.logId,
  ]);
  await enforce();
  expect(await payloadOf(long.logId)).toEqual(EMPTY);
  const again = await pool().query('SELECT deleted_at FROM runtime.log_payload WHERE log_id = $1', [
    first.logId,
  ]);
  expect(again.rows).toEqual(rows);
});

test('many are deleted in batches', async () => {
  await set({ payloadDays: 1 });
  const rows: CompletionRow[] = Array.from({ length: 1_100 }, () => {
    const endedAtMs = Date.now() - 2 * DAY_MS;
    return completionOf(mill, { startedAtMs: endedAtMs - 5, endedAtMs });
  });
  await pool().query("SELECT runtime.ensure_partitions(now() - interval '2 days', 2)");
  for (let at = 0; at < rows.length; at += 100)
    await recordCompletions(pool(), rows.slice(at, at + 100), newId());
  const outcome = await enforce();
  expect(outcome.payloads).toBeGreaterThanOrEqual(1_100);
  const { rowCount } = await pool().query(
    `SELECT FROM runtime.log_payload p JOIN runtime.log l ON l.id = p.log_id
     WHERE l.workspace_id = $1 AND p.deleted_at IS NULL`,
    [mill.workspaceId],
  );
  expect(rowCount).toBe(0);
});

test('a workspace keeps its logs for less time than its plan, and no other loses any', async () => {
  const other = await mintSubscribedWorkspace();
  await prisma().user.update({ where: { id: other.owner.userId }, data: { plan: 'pro' } });
  await set({ logDays: 10 });
  const own = [await ran(12), await ran(8)];
  const mine = mill;
  mill = other;
  const others = [await ran(12), await ran(8)];
  mill = mine;
  await enforce();
  const { rows } = await pool().query<{ id: string }>('SELECT id FROM runtime.log WHERE id = ANY ($1)', [
    [...own, ...others].map(({ logId }) => logId),
  ]);
  expect(rows.map(({ id }) => id).sort()).toEqual([own[1]!, ...others].map(({ logId }) => logId).sort());
});

test('bodies of deliveries go with the payload; one that is still to be sent stays', async () => {
  const webhook = await mill.subscribe('http://127.0.0.1:9/', { includeFinalOutput: true });
  await set({ payloadDays: 7 });
  const [sent, pending] = [await ran(8), await ran(8)];
  const { rows } = await pool().query<{ id: string }>(
    `UPDATE runtime.webhook_delivery SET state = 'failed' WHERE execution_id = $1 RETURNING id`,
    [sent.executionId],
  );
  await pool().query('DELETE FROM runtime.webhook_pending WHERE delivery_id = $1', [rows[0]!.id]);
  await enforce();
  const address = { workspaceId: mill.workspaceId, id: webhook.id, deliveryId: rows[0]!.id };
  const { data } = await getDelivery(mill.reader, address);
  expect(data).toMatchObject({ body: '', withheld: expect.stringContaining('is deleted') });
  expect(await refusalOf(redeliver(mill.writer, address))).toBe('conflict');
  const again = await redeliverFailed(mill.writer, {
    workspaceId: mill.workspaceId,
    id: webhook.id,
    since: 0,
  });
  expect(again.data.total).toBe(0);
  const left = await pool().query(
    `SELECT b.body FROM runtime.webhook_body b JOIN runtime.webhook_delivery d USING (event_id, created_at)
     WHERE d.execution_id = $1`,
    [pending.executionId],
  );
  expect(left.rows[0].body).toContain('London');
});

test('what a transform made of a body goes with it', async () => {
  const settings = { includeFinalOutput: true, transform: 'return event.data.finalOutput;' };
  const webhook = await mill.subscribe('http://127.0.0.1:9/', settings);
  await set({ payloadDays: 7 });
  const { executionId } = await ran(8);
  const { rows } = await pool().query<{ id: string }>(
    `UPDATE runtime.webhook_delivery SET state = 'failed', body = '{"city":"London"}', content_type = 'application/json'
     WHERE execution_id = $1 RETURNING id`,
    [executionId],
  );
  const deliveryId = rows[0]!.id;
  await pool().query('DELETE FROM runtime.webhook_pending WHERE delivery_id = $1', [deliveryId]);
  const address = { workspaceId: mill.workspaceId, id: webhook.id, deliveryId };
  expect((await getDelivery(mill.reader, address)).data).toMatchObject({
    body: '{"city":"London"}',
    withheld: null,
  });
  await enforce();
  const { data } = await getDelivery(mill.reader, address);
  expect(data).toMatchObject({ body: '', payload: null, withheld: expect.stringContaining('is deleted') });
  const left = await pool().query('SELECT body FROM runtime.webhook_delivery WHERE id = $1', [deliveryId]);
  expect(left.rows).toEqual([{ body: null }]);
});

test('what needs the payload is refused in words', async () => {
  await set({ payloadDays: 1 });
  const { logId: id } = await ran(2);
  await enforce();
  await expect(runAgain(mill.owner, { id, version: 'original' }, CONTEXT as never)).rejects.toThrow(
    /values of this run are deleted/,
  );
});

test('a plan is the most, whatever was set under a larger one', async () => {
  await set({ logDays: 80 });
  expect(await refusalOf(set({ logDays: 91 }))).toBe('invalid_request');
  expect(await refusalOf(set({ payloadDays: 91 }))).toBe('invalid_request');
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'free' } });
  expect((await getRetention(mill.reader, mill)).data).toEqual({
    logDays: 80,
    payloadDays: null,
    planDays: 30,
    keptDays: { logs: 30, payloads: 30 },
  });
  const { logId } = await ran(40);
  await enforce();
  expect((await pool().query('SELECT FROM runtime.log WHERE id = $1', [logId])).rowCount).toBe(0);
});

test('admins set it, and the audit has what it was before', async () => {
  const { workspaceId } = mill;
  await expectOutcomes(mill, (actor) => getRetention(actor, { workspaceId }), {
    stranger: 'forbidden',
    reader: 'done',
  });
  const days = { logDays: 20, payloadDays: 5 };
  await expectOutcomes(mill, (actor) => setRetention(actor, { workspaceId, ...days }), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'forbidden',
    admin: 'done',
  });
  const events = await prisma().auditEvent.findMany({
    where: { workspaceId, action: 'workspace.retention_set' },
  });
  expect(events.map(({ detail }) => detail)).toEqual([
    { ...days, formerLogDays: null, formerPayloadDays: null },
  ]);
});

test.each([
  [{ logDays: 0 }, 'At least 1 day.'],
  [{ logDays: 1.5 }, 'whole number'],
  [{ logDays: 10, payloadDays: 11 }, 'Logs are deleted after 10 days'],
])('%j is refused in words', (given, words) => {
  expect(NewRetention.safeParse(given).error?.issues[0]?.message).toContain(words);
});
