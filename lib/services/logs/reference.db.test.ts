import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { newId } from '../../platform/ids';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { recordCompletions } from '../runs/recording/record-completions';
import { listLogs } from './list-logs';
import { LogsQuery } from './logs-request';
import { matching, randomFilters } from './testing/log-filter-cases';
import {
  completionOf,
  type LogsWorld,
  type RandomLog,
  randomLog,
  randomWorld,
  seeded,
} from './testing/random-logs';

vi.setConfig({ testTimeout: patient(600_000) });

/** `QUERIES=2000 npm test -- db logs/reference` for the long form. */
const QUERIES = Number(process.env.QUERIES ?? 600);
const ROWS = 5_000;
const DAY_MS = 86_400_000;
const SEED = 20_261_121;

const random = seeded(SEED);
let mill: TestWorkspace;
let world: LogsWorld;
let logs: RandomLog[];

beforeAll(async () => {
  mill = await mintWorkspace();
  const toMs = Date.now();
  world = { ...randomWorld(40, 12, toMs - 150 * DAY_MS, toMs), workspaceId: mill.workspaceId };
  await pool().query(`SELECT runtime.ensure_partitions(to_timestamp($1::float8 / 1000), 6)`, [world.fromMs]);
  for (const { id, parentId } of world.folders)
    await pool().query(`INSERT INTO folder (id, workspace_id, parent_id, name) VALUES ($1, $2, $3, 'f')`, [
      id,
      world.workspaceId,
      parentId,
    ]);
  for (const { id, folderId } of world.workflows)
    await pool().query(
      `INSERT INTO workflow (id, workspace_id, folder_id, name, document)
        VALUES ($1, $2, $3, 'w', '{"blocks":{},"edges":[],"loops":{},"parallels":{}}')`,
      [id, world.workspaceId, folderId],
    );
  // Many start in the same millisecond, so that ids determine the order.
  logs = Array.from({ length: ROWS }, () => {
    const at = Math.floor(random() * 3_000) / 3_000;
    return randomLog(random, world, Math.floor(world.fromMs + at * (toMs - 1 - world.fromMs)));
  });
  for (let first = 0; first < ROWS; first += 100)
    await recordCompletions(
      pool(),
      logs.slice(first, first + 100).map((log) => completionOf(log, mill.owner.userId)),
      newId(),
    );
});
afterAll(closeDatabase);

function expected(filters: Record<string, string>): string[] {
  const sign = filters.order === 'asc' ? 1 : -1;
  return matching(logs, filters, world)
    .sort((a, b) => (a.startedAtMs - b.startedAtMs || (a.logId < b.logId ? -1 : 1)) * sign)
    .map(({ logId }) => logId);
}

/** Walks pages of changing size, up to `most` rows. */
async function walked(
  filters: Record<string, string>,
  most: number,
): Promise<{ ids: string[]; ended: boolean }> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null && ids.length < most; ) {
    const limit = String(1 + Math.floor(random() ** 2 * 250));
    const query = LogsQuery.parse({ ...filters, limit, ...(cursor === undefined ? {} : { cursor }) });
    const page = await listLogs(mill.reader, query);
    expect(page.data.length).toBeLessThanOrEqual(Number(limit));
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor === null) return { ids, ended: true };
  }
  return { ids, ended: false };
}

test('random mixes of all filters give the rows of the obvious way, in its order', async () => {
  let matching = 0;
  for (let index = 0; index < QUERIES; index += 1) {
    const filters = randomFilters(random, world, logs[Math.floor(random() * ROWS)]!);
    const rows = expected(filters);
    if (rows.length > 0) matching += 1;
    const found = await walked(filters, 200);
    expect(found.ids, JSON.stringify(filters)).toEqual(found.ended ? rows : rows.slice(0, found.ids.length));
  }
  expect(matching).toBeGreaterThan(QUERIES / 2);
});
