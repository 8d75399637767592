import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestContext } from '../../../platform/http/operation';
import { newId } from '../../../platform/ids';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { type Actor, SCOPES } from '../../access/actor';
import { refusalOf } from '../../accounts/testing/refusals';
import { byKey, mintWorkspace } from '../../accounts/testing/test-workspace';
import { workflowThatAnswers } from '../../limits/testing/workflow-that-answers';
import type { VersionChoice } from '../shapes/requested-run';
import { executeWorkflow } from './execute-workflow';
import { startBatch } from './start-batch';

beforeAll(() => pool().query('SELECT runtime.ensure_partitions(now(), 1)'));
afterAll(closeDatabase);

/** The parameters for one way of starting runs. */
interface Asked {
  actor: Actor;
  version: VersionChoice;
  key: string;
  n: number;
}
type Start = (workflowId: string, asked: Asked) => Promise<unknown>;

const contextOf = (key: string): RequestContext => ({
  requestId: newId(),
  traceId: newId(),
  method: 'POST',
  signal: new AbortController().signal,
  header: (name) => (name === 'idempotency-key' ? key : undefined),
  remoteAddress: '127.0.0.1',
  authenticateAgain: async () => null,
  roomFor: async () => () => {},
});
const single =
  (mode: 'sync' | 'async', answer: 'envelope' | 'response'): Start =>
  (id, { actor, version, key, n }) =>
    executeWorkflow(
      actor,
      { params: { id }, query: { mode, answer, version }, body: { input: { n } } },
      contextOf(key),
    );
const batch: Start = (id, { actor, version, key, n }) =>
  startBatch(actor, { params: { id }, query: { version }, body: { inputs: [{ n }] } }, contextOf(key));

test.each<[string, Start]>([
  ['waits', single('sync', 'envelope')],
  ['waits for the Response', single('sync', 'response')],
  ['leaves it to the queue', single('async', 'envelope')],
  ['queues a batch', batch],
])('a caller who %s is refused in the one order', async (_, start) => {
  const mill = await mintWorkspace();
  const workflowId = await workflowThatAnswers(mill);
  const [used, fresh] = [newId(), newId()];
  const writer = byKey(mill.writer, SCOPES);
  await start(workflowId, { actor: writer, version: 'draft', key: used, n: 1 });
  // From here on all of it would be refused, for every reason together.
  await pool().query(
    `INSERT INTO runtime.rate_window (user_id, kind, window_start, count)
     SELECT $1, kind, now(), 1000 FROM unnest('{sync,async}'::text[]) AS kind
     ON CONFLICT (user_id, kind) DO UPDATE SET count = 1000, window_start = now()`,
    [mill.owner.userId],
  );
  const spend = (cost: number) =>
    pool().query(
      `INSERT INTO runtime.usage_month (user_id, month, cost)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, $2)
       ON CONFLICT (user_id, month) DO UPDATE SET cost = excluded.cost`,
      [mill.owner.userId, cost],
    );
  await spend(1_000_000);
  const reader = byKey(mill.reader, SCOPES);
  const stranger = byKey(mill.stranger, SCOPES);
  const refusal = (asked: Asked) => refusalOf(start(workflowId, asked));
  const found = [
    await refusal({ actor: stranger, version: 99, key: used, n: 2 }),
    await refusal({ actor: reader, version: 99, key: used, n: 2 }),
    await refusal({ actor: writer, version: 99, key: used, n: 2 }),
    await refusal({ actor: writer, version: 'draft', key: used, n: 2 }),
    await refusal({ actor: writer, version: 'draft', key: fresh, n: 2 }),
  ];
  await spend(0);
  found.push(await refusal({ actor: writer, version: 'draft', key: fresh, n: 2 }));
  expect(found).toEqual([
    'not_found',
    'forbidden',
    'invalid_request',
    'idempotency_key_reused',
    'usage_exceeded',
    'rate_limited',
  ]);
  await pool().query('DELETE FROM runtime.execution WHERE workspace_id = $1', [mill.workspaceId]);
});
