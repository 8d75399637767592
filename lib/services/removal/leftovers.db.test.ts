import { afterAll, beforeAll, expect, test } from 'vitest';
import { pool } from '../../platform/postgres/db';
import { countOutcome } from '../incoming-webhooks/count-outcomes';
import { redeliverFailed } from '../outgoing-webhooks/redeliver-failed';
import {
  closeAfterDeliveries,
  eventually,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from '../outgoing-webhooks/testing/subscribed-workspace';
import { allTables } from '../tables/registry/all-tables';
import { deleteWorkflow } from './delete-workflow';
import { deleteWorkspace } from './delete-workspace';
import { purgeWorkflow } from './purge-workflow';

beforeAll(openForDeliveries);
afterAll(closeAfterDeliveries);

/** What rooms say to keep of a deleted workflow, such as the facts of its runs. */
const KEPT = allTables.filter(({ workflow }) => typeof workflow === 'object' && 'kept' in workflow);
const FACTS = KEPT.map(({ name }) => name.replace('runtime.', ''));

/** Returns the tables of `runtime`, partitions apart, that have rows with that id in the column. */
async function tablesWith(column: string, id: string): Promise<string[]> {
  const { rows } = await pool().query<{ table: string }>(
    `SELECT c.relname AS table FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'runtime'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attname = $1 ORDER BY 1`,
    [column],
  );
  expect(rows.length).toBeGreaterThan(2);
  const found: string[] = [];
  for (const { table } of rows) {
    const { rowCount } = await pool().query(`SELECT FROM runtime.${table} WHERE ${column} = $1 LIMIT 1`, [
      id,
    ]);
    if (rowCount === 1) found.push(table);
  }
  return found;
}

/** A workspace whose example workflow has run, is listened to, and has all that counts its requests. */
async function used(): Promise<SubscribedWorkspace & { subscriptionId: string }> {
  const mill = await mintSubscribedWorkspace();
  const { workspaceId, exampleId } = mill;
  const { id } = await mill.subscribe('http://127.0.0.1:9/');
  await mill.complete();
  await redeliverFailed(mill.writer, { workspaceId, id, since: 0 });
  countOutcome({ workflowId: exampleId, blockId: 'hook' }, 'accepted');
  await eventually(async () => (await tablesWith('workflow_id', exampleId)).includes('hook_outcome'));
  await pool().query(
    `INSERT INTO runtime.hook_listener (id, workflow_id, block_id, until)
     VALUES (gen_random_uuid(), $1, 'hook', now() + interval '1 hour')`,
    [exampleId],
  );
  return { ...mill, subscriptionId: id };
}

test('a deleted workflow leaves the facts of its logs and deliveries, and nothing else', async () => {
  const { exampleId: id, subscriptionId, writer, admin } = await used();
  await deleteWorkflow(writer, { id });
  await purgeWorkflow(admin, { id });
  // The count of a request that came just before.
  countOutcome({ workflowId: id, blockId: 'hook' }, 'accepted');
  const other = await used();
  expect(await tablesWith('subscription_id', subscriptionId)).toEqual(['webhook_delivery']);
  const left = await tablesWith('workflow_id', id);
  expect(left).toContain('log');
  expect(left.filter((table) => !FACTS.includes(table))).toEqual([]);
  expect(await tablesWith('subscription_id', other.subscriptionId)).toContain('webhook_redelivery');
});

test('a deleted workspace leaves nothing', async () => {
  const { exampleId, workspaceId, subscriptionId, owner } = await used();
  const { rows } = await pool().query<{ name: string }>('SELECT name FROM workspace WHERE id = $1', [
    workspaceId,
  ]);
  await deleteWorkspace(owner, { id: workspaceId, name: rows[0]!.name });
  expect(await tablesWith('subscription_id', subscriptionId)).toEqual([]);
  expect(await tablesWith('workflow_id', exampleId)).toEqual([]);
  expect(await tablesWith('workspace_id', workspaceId)).toEqual([]);
});
