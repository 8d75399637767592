import { afterAll, beforeAll, expect, test } from 'vitest';
import { HIGHEST_ID } from '../../platform/ids';
import { logsPool, pool } from '../../platform/postgres/db';
import { useEmptyDatabase } from '../accounts/testing/empty-database';
import { bucketStatement } from '../logs/count-statements';
import { type AccessPath, ANY_LOG } from '../logs/log-filter-sql';
import type { LogScan } from '../logs/log-scan';
import { COUNT_IN_ROLLUPS } from './count-in-rollups';
import { COUNT_BY_KIND, COUNT_BY_WORKFLOW } from './get-choice-counts';
import { DURATIONS } from './overview-statements';

const USED_MODEL = 'log_model_pkey, index only scan';
const INDEXES_OF = {
  time: ['log_time, index only scan'],
  workflow: ['log_workflow, index only scan'],
  outcome: ['log_outcome, index only scan'],
  model: ['log_model_pkey, index only scan'],
  'model workflow': ['log_model_workflow, index only scan'],
  tag: ['log_tag_pkey, index only scan'],
  'tag of all': ['log_tag_pkey, index only scan'],
  duration: ['log_duration, index only scan'],
  cost: ['log_cost, index only scan'],
} satisfies Record<Exclude<AccessPath, 'seq' | 'execution'>, string[]>;

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

let parentOf: Map<string, string>;
let empty: { end(): Promise<void> };
beforeAll(async () => {
  empty = await useEmptyDatabase();
  await pool().query(`SELECT runtime.ensure_partitions(now() - interval '100 days', 5)`);
  const { rows } = await pool().query<{ index: string; parent: string }>(
    `SELECT c.relname AS index, p.relname AS parent FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     JOIN pg_class p ON p.oid = i.inhparent WHERE p.relkind = 'I'`,
  );
  parentOf = new Map(rows.map(({ index, parent }) => [index, parent]));
});
afterAll(() => empty.end());

/** Returns each index with its kind of scan, and every other way a table is read. */
async function readsOf(text: string): Promise<string[]> {
  const { rows } = await logsPool().query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
  const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
  const reads = all(rows[0]['QUERY PLAN'][0].Plan)
    .filter((node) => /^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(node['Node Type']))
    .map((node) => {
      const [index, kind] = [node['Index Name'], node['Node Type'].toLowerCase()];
      return index === undefined ? kind : `${parentOf.get(index) ?? index}, ${kind}`;
    });
  return [...new Set(reads)].sort();
}

test.each(
  Object.entries(INDEXES_OF).flatMap(([path, indexes]) => [
    { path, set: {}, indexes },
    ...(path.startsWith('model')
      ? []
      : [{ path, set: { model: 'm' }, indexes: [...indexes, USED_MODEL].sort() }]),
  ]),
)(
  'counting by $path with $set reads nothing but its own index, and that of what is looked up',
  async ({ path, set, indexes }) => {
    const seqs = { after: 0, upTo: 1 };
    const scan: LogScan = { workspaceId: HIGHEST_ID, order: 'desc', seqs, ...ANY_LOG, ...set };
    const window = { from: { startedAtMs: 0, id: HIGHEST_ID }, untilMs: 0 };
    const buckets = { originMs: 0, bucketMs: 1 };
    const { text } = bucketStatement(path as AccessPath, { scan, window, streams: [], buckets });
    expect(await readsOf(text)).toEqual(indexes);
  },
);

test.each([COUNT_BY_KIND, COUNT_BY_WORKFLOW])(
  'choices are counted as the histogram is: by key, and by index',
  async ({ text }) => {
    expect(await readsOf(text)).toEqual([
      'log_rollup_pkey, index scan',
      'log_seq, index scan',
      'log_time, index only scan',
      'rollup_progress_pkey, index scan',
    ]);
  },
);

test('counting in the sums reads them by key, and logs only at the edges and above the sums', async () => {
  expect(await readsOf(COUNT_IN_ROLLUPS.text)).toEqual([
    'log_rollup_pkey, index scan',
    'log_seq, index scan',
    'log_time, index only scan',
    'rollup_progress_pkey, index scan',
  ]);
});

test('durations are read by key, whether of all triggers together or of some', async () => {
  expect(await readsOf(DURATIONS.text)).toEqual([
    'duration_rollup_pkey, index scan',
    'log_seq, index scan',
    'rollup_progress_pkey, index scan',
  ]);
  const { rows } = await logsPool().query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${DURATIONS.text}`);
  expect(JSON.stringify(rows)).toMatch(/"Index Cond":"[^"]*trigger = ANY[^"]*"/);
});
