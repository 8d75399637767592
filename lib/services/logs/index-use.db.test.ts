import { afterAll, beforeAll, expect, test } from 'vitest';
import { HIGHEST_ID } from '../../platform/ids';
import { logsPool, pool } from '../../platform/postgres/db';
import { useEmptyDatabase } from '../accounts/testing/empty-database';
import { type AccessPath, ANY_LOG, type FilterValues } from './log-filter-sql';
import type { LogScan } from './log-scan';
import { scanStatement } from './scan-statements';

/**
 * The indexes a path may read: of the keys, index-only where the flag is set, then of the rows on the page.
 */
const INDEX_OF: Record<AccessPath, [name: string, alone: boolean]> = {
  time: ['log_time', true],
  workflow: ['log_workflow', true],
  outcome: ['log_outcome', true],
  model: ['log_model_pkey', true],
  'model workflow': ['log_model_workflow', true],
  tag: ['log_tag_pkey', true],
  'tag of all': ['log_tag_pkey', true],
  duration: ['log_duration', true],
  cost: ['log_cost', true],
  seq: ['log_seq', false],
  execution: ['log_execution', false],
};
/** Scans that may find a page's rows; the planner's choice depends on its statistics, and costs the same. */
const OF_ROWS = ['log_pkey, index scan', 'log_time, index scan'];
const PATHS = Object.keys(INDEX_OF) as AccessPath[];

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

async function queryPlanOf(
  path: AccessPath,
  order: LogScan['order'],
  set: Partial<FilterValues>,
): Promise<PlanNode[]> {
  const seqs = { after: 0, upTo: 1 };
  const scan: LogScan = { workspaceId: HIGHEST_ID, order, seqs, ...ANY_LOG, ...set };
  const window = { from: { startedAtMs: 0, id: HIGHEST_ID }, untilMs: 0 };
  const { text } = scanStatement(path, { scan, window, streams: [], count: 1 });
  const { rows } = await logsPool().query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
  const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
  return all(rows[0]['QUERY PLAN'][0].Plan);
}

/** Filters that are looked up for each row, and the index used. */
const BESIDE: Array<{ set: Partial<FilterValues>; index: string }> = [
  { set: { model: 'm' }, index: 'log_model_pkey, index only scan' },
  { set: { tags: [['a'], ['b', 'c']] }, index: 'log_tag_pkey, index only scan' },
];
const CASES = PATHS.flatMap((path) =>
  (['asc', 'desc'] as const).flatMap((order) =>
    [undefined, ...BESIDE].map((beside) => ({ path, order, beside, names: Object.keys(beside?.set ?? {}) })),
  ),
);

test.each(CASES)(
  'by $path, $order, with $names: the plan reads its own index and the rows of the page, nothing else',
  async ({ path, order, beside, names }) => {
    const nodes = await queryPlanOf(path, order, beside?.set ?? {});
    const scans = nodes.filter(
      (node) => / Scan$/.test(node['Node Type']) && node['Index Name'] !== undefined,
    );
    const found = new Set(
      scans.map((node) => `${parentOf.get(node['Index Name']!)}, ${node['Node Type'].toLowerCase()}`),
    );
    const [name, alone] = INDEX_OF[path];
    const wanted = `${name}, ${alone ? 'index only scan' : 'index scan'}`;
    const isBegun = path.startsWith('model') && names.includes('model');
    const asked = beside === undefined || isBegun ? [] : [beside.index];
    expect(OF_ROWS.some((each) => found.has(each))).toBe(true);
    const others = [...found].filter((each) => !OF_ROWS.includes(each));
    expect(others.sort()).toEqual([...new Set([wanted, ...asked])].sort());
    const kinds = new Set(nodes.map((node) => node['Node Type']));
    for (const kind of ['Seq Scan', 'Bitmap Heap Scan', 'Hash Join', 'Merge Join', 'Materialize'])
      expect(kinds).not.toContain(kind);
    if (path === 'time' || path === 'model') expect(kinds).not.toContain('Sort');
  },
);
