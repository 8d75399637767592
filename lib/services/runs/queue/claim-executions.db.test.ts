import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../platform/ids';
import { closeDatabase, pool, queuePool } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { LARGE_BYTES } from '../isolated/large-values';
import { insertExecutions } from '../recording/insert-executions';
import type { ExecutionRow } from '../shapes/execution-row';
import { claimQueue, roomFor } from '../testing/claim-queue';
import { sampleRow } from '../testing/sample-row';
import { type ClaimRoom, claimExecutions, claimStatement } from './claim-executions';

/** Three workspaces by name, in the order of their ids. */
let ids: { a: string; b: string; c: string };
let acceptedAtMs = Date.now() - 60_000;

beforeAll(() => startHeartbeat('worker'));
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.execution');
  const [a, b, c] = [newId(), newId(), newId()].toSorted() as [string, string, string];
  ids = { a, b, c };
});
afterAll(async () => {
  await pool().query('DELETE FROM runtime.execution');
  await stopHeartbeat();
  await closeDatabase();
});

/** @returns the executions' ids, the oldest first */
async function enqueue(name: keyof typeof ids, count: number, input = '{}'): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    acceptedAtMs += 1;
    return sampleRow({ workspaceId: ids[name], mode: 'async', input, acceptedAtMs });
  });
  await insertExecutions(pool(), rows, null);
  return rows.map(({ executionId }) => executionId);
}

const heldOf = (held: Partial<Record<keyof typeof ids, number>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(held).map(([name, count]) => [ids[name as keyof typeof ids], count]));

/** Returns the number of executions of each workspace, in the order of names. */
const countsOf = (executions: ReadonlyArray<{ row: ExecutionRow }>): number[] =>
  Object.values(ids).map((id) => executions.filter(({ row }) => row.workspaceId === id).length);

const claim = async (small: ClaimRoom, large: ClaimRoom = roomFor(0)): Promise<number[]> =>
  countsOf((await claimExecutions(small, large)).executions);

test('workspaces take turns, and each gives its oldest', async () => {
  const [oldest] = [await enqueue('a', 50), await enqueue('b', 3), await enqueue('c', 1)];
  const executions = await claimQueue(8);
  expect(countsOf(executions)).toEqual([4 - 1, 3, 1]);
  const ofA = executions.filter(({ row }) => row.workspaceId === ids.a).map(({ row }) => row.executionId);
  expect(ofA.toSorted()).toEqual(oldest.slice(0, 3).toSorted());
});

test('what is left by workspaces with little goes to those with much, claim after claim', async () => {
  await Promise.all([enqueue('a', 50), enqueue('b', 2)]);
  const held = new Map<string, number>();
  let room = 20;
  let hasMore = true;
  for (let claims = 0; hasMore && claims < 5; claims += 1) {
    const { executions, small } = await claimExecutions(roomFor(room, { held }), roomFor(0));
    for (const { row } of executions) held.set(row.workspaceId, (held.get(row.workspaceId) ?? 0) + 1);
    room -= executions.length;
    hasMore = small.hasMore && room > 0;
  }
  expect(held).toEqual(heldOf({ a: 18, b: 2 }));
});

test('a single slot is given to the workspaces in turn', async () => {
  await Promise.all([enqueue('a', 50), enqueue('b', 2), enqueue('c', 2)]);
  let room = roomFor(1);
  const turns: string[] = [];
  for (let n = 0; n < 7; n += 1) {
    const { small } = await claimExecutions(room, roomFor(0));
    turns.push(Object.keys(ids).find((name) => ids[name as keyof typeof ids] === small.last) ?? 'none');
    room = roomFor(1, { after: small.last ?? '' });
  }
  expect(turns).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a']);
});

test('a slot goes to the workspace with the fewest under way here', async () => {
  await Promise.all([enqueue('a', 50), enqueue('b', 50), enqueue('c', 50)]);
  expect(await claim(roomFor(1, { held: heldOf({ a: 2, b: 1, c: 2 }) }))).toEqual([0, 1, 0]);
});

test('the slots that are kept go to workspaces with nothing under way, one each', async () => {
  await Promise.all([enqueue('a', 50), enqueue('b', 50), enqueue('c', 1)]);
  const kept = { shared: 0, held: heldOf({ a: 48 }) };
  expect(await claim(roomFor(16, kept))).toEqual([0, 1, 1]);
  expect(await claim(roomFor(14, { shared: 0, held: heldOf({ a: 48, b: 1, c: 1 }) }))).toEqual([0, 0, 0]);
});

test('large inputs wait in a line of their own, in turns too', async () => {
  const large = JSON.stringify('x'.repeat(LARGE_BYTES));
  await Promise.all([enqueue('a', 3, large), enqueue('b', 1, large), enqueue('a', 2)]);
  const { executions } = await claimExecutions(roomFor(3), roomFor(2));
  expect(executions.map(({ isLarge, row }) => [isLarge, row.input]).toSorted()).toEqual([
    [false, '{}'],
    [true, ''],
    [true, ''],
  ]);
  expect(countsOf(executions)).toEqual([2, 1, 0]);
  expect(await claim(roomFor(10), roomFor(0))).toEqual([1, 0, 0]);
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

test.each(['never', 'when it was empty', 'now'])(
  'thousands queued by one are not read, with the table analysed %s',
  async (when) => {
    const analyse = () => pool().query('ANALYZE runtime.execution');
    if (when === 'when it was empty') await analyse();
    await Promise.all([enqueue('a', 5_000), enqueue('b', 1)]);
    if (when === 'now') await analyse();
    const client = await queuePool().connect();
    try {
      await client.query('BEGIN');
      const { text, values } = claimStatement(roomFor(8), roomFor(2));
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
      const read = all(rows[0]['QUERY PLAN'][0].Plan)
        .filter((node) => node['Relation Name'] === 'execution' && node['Node Type'].includes('Scan'))
        .reduce(
          (sum, node) =>
            sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
          0,
        );
      expect(read).toBeLessThan(40);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  },
);
