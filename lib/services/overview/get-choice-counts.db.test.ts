import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { newId } from '../../platform/ids';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { matching } from '../logs/testing/log-filter-cases';
import {
  completionOf,
  type LogsWorld,
  type RandomLog,
  randomLog,
  randomWorld,
  seeded,
} from '../logs/testing/random-logs';
import { recordCompletions } from '../runs/recording/record-completions';
import { addUpLogs } from './add-up-logs';
import { getChoiceCounts } from './get-choice-counts';
import { ChoiceCountsRequest } from './group-schema';

vi.setConfig({ testTimeout: patient(120_000) });

const DAY_MS = 86_400_000;
const nowMs = Date.now();

let random: ReturnType<typeof seeded>;
let mill: TestWorkspace;
let world: LogsWorld;

beforeEach(async () => {
  random = seeded(20_261_129);
  mill = await mintWorkspace();
  world = { ...randomWorld(12, 0, nowMs - 90 * DAY_MS, nowMs), workspaceId: mill.workspaceId };
  await pool().query('SELECT runtime.ensure_partitions(to_timestamp($1::float8 / 1000), 4)', [world.fromMs]);
  for (const { id } of world.workflows)
    await pool().query(
      `INSERT INTO workflow (id, workspace_id, name, description, document)
        VALUES ($1, $2, $3, '', '{"blocks":{},"edges":[],"loops":{},"parallels":{}}')`,
      [id, mill.workspaceId, `flow ${id}`],
    );
});
afterAll(closeDatabase);

async function record(count: number): Promise<RandomLog[]> {
  const made = Array.from({ length: count }, () =>
    randomLog(random, world, Math.floor(world.fromMs + random() * (nowMs - world.fromMs))),
  );
  await recordCompletions(
    pool(),
    made.map((log) => completionOf(log, mill.owner.userId)),
    newId(),
  );
  return made;
}

const counts = async (filters: Record<string, string>) =>
  (await getChoiceCounts(mill.reader, ChoiceCountsRequest.parse(filters))).data;

/** Counts the runs that match all filters but these, by a value. */
function counted(
  logs: readonly RandomLog[],
  filters: Record<string, string>,
  without: readonly string[],
  kindOf: (log: RandomLog) => string,
): Record<string, number> {
  const others = Object.fromEntries(Object.entries(filters).filter(([name]) => !without.includes(name)));
  const found: Record<string, number> = {};
  for (const log of matching(logs, others, world)) found[kindOf(log)] = (found[kindOf(log)] ?? 0) + 1;
  return found;
}

test('each choice has the number of its runs with the other filters, added up or not', async () => {
  const logs = await record(400);
  while (await addUpLogs(mill.workspaceId));
  logs.push(...(await record(100)));
  const { workspaceId } = mill;
  const workflowIds = world.workflows
    .slice(0, 2)
    .map(({ id }) => id)
    .join();
  const mixes: Array<Record<string, string>> = [
    {},
    { statuses: 'error' },
    { level: 'info', triggers: 'api,webhook' },
    { workflowIds },
    { workflowIds, triggers: 'webhook', statuses: 'success' },
    { startDate: new Date(nowMs - 40 * DAY_MS - 12_345).toISOString() },
    {
      startDate: new Date(nowMs - 60 * DAY_MS).toISOString(),
      endDate: new Date(nowMs - 1.5 * DAY_MS).toISOString(),
      triggers: 'api',
    },
  ];
  for (const filters of mixes) {
    const asked = { workspaceId, ...filters };
    expect(await counts(asked), JSON.stringify(filters)).toEqual({
      statuses: counted(logs, asked, ['level', 'statuses'], ({ status }) => status),
      triggers: counted(logs, asked, ['triggers'], ({ trigger }) => trigger),
      workflows: counted(logs, asked, ['workflowIds'], ({ workflowId }) => workflowId),
    });
  }
});

test('what the sums do not have is left out', async () => {
  await record(3);
  const { workspaceId } = mill;
  expect(await counts({ workspaceId, minCost: '0.1' })).toBeNull();
  expect(await counts({ workspaceId, tags: 'vip' })).toBeNull();
  expect(await counts({ workspaceId, workflowIds: newId() })).toMatchObject({ statuses: {}, triggers: {} });
});

test('strangers get no counts', async () => {
  const request = ChoiceCountsRequest.parse({ workspaceId: mill.workspaceId });
  expect(await refusalOf(getChoiceCounts(mill.stranger, request))).toBe('forbidden');
});
