import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { type Actor, SCOPES } from '../access/actor';
import { refusalOf } from '../accounts/testing/refusals';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { sendBlock } from '../runs/single-block/send-block';
import { eventsOf } from '../runs/starting/answers';
import { admittedByHand, queueByHand, runByHand } from '../runs/testing/run-by-hand';
import { getWorkflow } from '../workflows/get-workflow';
import { readLimits } from './read-limits';
import { workflowThatAnswers } from './testing/workflow-that-answers';

let mill: TestWorkspace;
let run: { workflowId: string; input: Record<string, unknown> };
beforeAll(() => pool().query('SELECT runtime.ensure_partitions(now(), 1)'));
beforeEach(async () => {
  mill = await mintWorkspace();
  run = { workflowId: await workflowThatAnswers(mill), input: {} };
});
afterAll(closeDatabase);

const left = async () => {
  const { sync, async } = (await readLimits(mill.workspaceId)).workflowExecutionRateLimit;
  return [sync.remaining, async.remaining];
};

async function traces(): Promise<number> {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM runtime.log WHERE workspace_id = $1)
       + (SELECT count(*)::int FROM runtime.execution WHERE workspace_id = $1) AS n`,
    [mill.workspaceId],
  );
  return rows[0].n;
}

const spend = (cost: number) =>
  pool().query(
    `INSERT INTO runtime.usage_month (user_id, month, cost)
      VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, $2)`,
    [mill.owner.userId, cost],
  );

test('a run by key is counted before it ends, by mode, against the workspace’s owner', async () => {
  const key = byKey(mill.writer, SCOPES);
  await runByHand(key, run);
  expect(await left()).toEqual([9, 50]);
  for await (const _ of eventsOf(await admittedByHand(key, run)));
  expect(await left()).toEqual([8, 50]);
  await queueByHand(key, run);
  expect(await left()).toEqual([8, 49]);
  await pool().query('DELETE FROM runtime.execution WHERE workspace_id = $1', [mill.workspaceId]);
});

test('runs from the editor neither count against the minute’s limit nor wait for it', async () => {
  const key = byKey(mill.owner, SCOPES);
  for (let n = 0; n < 10; n += 1) await runByHand(key, run);
  expect(await refusalOf(runByHand(key, run))).toBe('rate_limited');
  expect(await refusalOf(admittedByHand(key, run))).toBe('rate_limited');
  expect((await runByHand(mill.writer, run)).status).toBe('success');
  expect(await left()).toEqual([0, 50]);
  expect(await traces()).toBe(11);
});

test('a run that may not be is not counted', async () => {
  expect(await refusalOf(runByHand(byKey(mill.reader, SCOPES), run))).toBe('forbidden');
  expect(await refusalOf(runByHand(byKey(mill.stranger, SCOPES), run))).toBe('not_found');
  expect(await left()).toEqual([10, 50]);
});

test('once the month’s usage is reached no run begins, and a refused one leaves nothing behind', async () => {
  await spend(9.99);
  expect((await runByHand(byKey(mill.owner, SCOPES), run)).status).toBe('success');
  await pool().query('UPDATE runtime.usage_month SET cost = 10 WHERE user_id = $1', [mill.owner.userId]);
  for (const actor of [mill.owner, byKey(mill.owner, SCOPES)])
    for (const start of [runByHand, queueByHand, admittedByHand])
      expect(await refusalOf(start(actor, run))).toBe('usage_exceeded');
  await expect(runByHand(mill.owner, run)).rejects.toThrow('$10.00 of $10.00');
  expect(await traces()).toBe(1);
});

test('a block sent alone by key counts like a run that is waited for; in the editor it doesn’t', async () => {
  const [block = ''] = Object.keys(
    (await getWorkflow(mill.owner, { id: run.workflowId })).data.document.blocks,
  );
  const alone = { params: { id: run.workflowId, blockId: block }, body: { samples: {}, input: {} } };
  const send = (actor: Actor) => sendBlock(actor, alone, new AbortController().signal);
  await send(mill.owner);
  expect(await left()).toEqual([10, 50]);
  for (let n = 0; n < 10; n += 1) await send(byKey(mill.owner, SCOPES));
  expect(await refusalOf(send(byKey(mill.owner, SCOPES)))).toBe('rate_limited');
  await spend(10);
  expect(await refusalOf(send(mill.owner))).toBe('usage_exceeded');
});
