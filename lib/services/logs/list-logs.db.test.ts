import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, pool } from '../../platform/postgres/db';
import type { Actor, Role } from '../access/actor';
import { recordCompletions } from '../runs/recording/record-completions';
import type { CompletionRow } from '../runs/shapes/execution-row';
import { getExecutionDetail, getLog } from './get-log';
import { listLogs } from './list-logs';
import { LogsQuery } from './logs-request';
import type { LogSummary } from './schema';

const HOUR_MS = 3_600_000;
const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const workspaceId = newId();
const userId = newId();
const folderId = newId();
const innerFolderId = newId();
const workflowIds = [newId(), newId(), newId()];
let logs: CompletionRow[] = [];

const actor = (role: Role = 'reader'): Actor => ({
  kind: 'user',
  userId,
  roles: new Map([[workspaceId, role]]),
});

async function record(rows: CompletionRow[]): Promise<void> {
  await recordCompletions(pool(), rows, newId());
  logs = [...logs, ...rows];
}

function finished(index: number, change: Partial<CompletionRow> = {}): CompletionRow {
  const startedAtMs = now - ((index * 37) % 60) * 60_000;
  return {
    execution: {
      executionId: newId(startedAtMs),
      logId: newId(startedAtMs),
      workspaceId,
      workflowId: workflowIds[index % 3]!,
      snapshotHash: 'cd'.repeat(32),
      version: null,
      environment: 'draft',
      trigger: (['api', 'manual', 'chat'] as const)[index % 3]!,
      mode: 'sync',
      holderId: userId,
      input: '{}',
      acceptedAtMs: startedAtMs,
    },
    hasRow: false,
    level: index % 5 === 0 ? 'error' : 'info',
    ending: index % 10 === 0 ? 'cancelled' : index % 5 === 1 ? 'warning' : undefined,
    startedAtMs,
    endedAtMs: startedAtMs + index * 10,
    costTotal: index / 100,
    traceSpans: '[]',
    finalOutput: index % 2 === 0 ? `{"index":${index}}` : `"text ${index}"`,
    cost: JSON.stringify({ total: index / 100, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} }),
    error: null,
    ...change,
  };
}

beforeAll(async () => {
  await pool().query(`SELECT runtime.ensure_partitions(now() - interval '2 hours', 2)`);
  await pool().query(`INSERT INTO "user" (id, email, name) VALUES ($1, $2, 'Ada')`, [
    userId,
    `${userId}@example.com`,
  ]);
  await pool().query(`INSERT INTO workspace (id, name, owner_id) VALUES ($1, 'W', $2)`, [
    workspaceId,
    userId,
  ]);
  await pool().query(
    `INSERT INTO folder (id, workspace_id, parent_id, name)
      VALUES ($1, $3, NULL, 'outer'), ($2, $3, $1, 'inner')`,
    [folderId, innerFolderId, workspaceId],
  );
  for (const [index, id] of workflowIds.entries())
    await pool().query(
      `INSERT INTO workflow (id, workspace_id, folder_id, name, description, document)
        VALUES ($1, $2, $3, $4, 'd', '{"blocks":{},"edges":[],"loops":{},"parallels":{}}')`,
      [id, workspaceId, [innerFolderId, null, null][index], `flow ${index}`],
    );
  await record(Array.from({ length: 60 }, (_, index) => finished(index)));
});
afterAll(closeDatabase);

const query = (change: Record<string, string> = {}): LogsQuery => LogsQuery.parse({ workspaceId, ...change });
const ids = (items: readonly LogSummary[]): string[] => items.map((item) => item.id);

/** Returns the expected ids by filtering and sorting in memory. */
function expected(keep: (log: CompletionRow) => boolean, order: 'asc' | 'desc' = 'desc'): string[] {
  const compare = (a: CompletionRow, b: CompletionRow) =>
    a.startedAtMs - b.startedAtMs || (a.execution.logId < b.execution.logId ? -1 : 1);
  const sorted = logs.filter(keep).sort(compare);
  return (order === 'asc' ? sorted : sorted.reverse()).map((log) => log.execution.logId);
}

async function walk(change: Record<string, string>): Promise<{ ids: string[]; resume: string | undefined }> {
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listLogs(actor(), query({ ...change, ...(cursor === undefined ? {} : { cursor }) }));
    seen.push(...ids(page.data));
    if (page.nextCursor === null) return { ids: seen, resume: page.resumeCursor };
    cursor = page.nextCursor;
  }
}

describe('filters', () => {
  const iso = (ms: number): string => new Date(ms).toISOString();
  const cases: Array<[Record<string, string>, (log: CompletionRow) => boolean]> = [
    [{}, () => true],
    [{ level: 'error' }, (log) => log.level === 'error'],
    [{ statuses: 'error' }, (log) => log.level === 'error' && log.ending === undefined],
    [
      { statuses: 'success,cancelled' },
      (log) => log.ending === 'cancelled' || (log.level === 'info' && log.ending === undefined),
    ],
    [{ level: 'info', statuses: 'warning,error' }, (log) => log.ending === 'warning'],
    [{ level: 'info', statuses: 'cancelled' }, () => false],
    [{ triggers: 'api,chat' }, (log) => log.execution.trigger !== 'manual'],
    [
      { workflowIds: `${workflowIds[0]},${workflowIds[1]}` },
      (log) => log.execution.workflowId !== workflowIds[2],
    ],
    [{ workflowIds: newId() }, () => false],
    [{ workflowIds: 'not-an-id' }, () => false],
    [{ folderIds: folderId }, (log) => log.execution.workflowId === workflowIds[0]],
    [{ folderIds: newId() }, () => false],
    [{ folderIds: folderId, workflowIds: workflowIds[1]! }, () => false],
    [{ startDate: iso(now - 10 * 60_000) }, (log) => log.startedAtMs >= now - 10 * 60_000],
    [{ endDate: iso(now - 10 * 60_000) }, (log) => log.startedAtMs <= now - 10 * 60_000],
    [
      { minDurationMs: '100', maxDurationMs: '200' },
      (log) => between(log.endedAtMs - log.startedAtMs, 100, 200),
    ],
    [{ minCost: '0.1', maxCost: '0.2' }, (log) => between(log.costTotal, 0.1, 0.2)],
    [{ executionId: 'nothing' }, () => false],
    [{ model: 'no-such-model' }, () => false],
    [
      { level: 'error', triggers: 'api', minCost: '0.15' },
      (log) => log.level === 'error' && log.execution.trigger === 'api' && log.costTotal >= 0.15,
    ],
  ];
  const between = (value: number, min: number, max: number): boolean => value >= min && value <= max;

  test.each(cases)('%j', async (change, keep) => {
    for (const order of ['asc', 'desc'] as const)
      expect((await walk({ ...change, order, limit: '7' })).ids).toEqual(expected(keep, order));
  });

  test('thirteen of these filters match a log: the others are there to match none', () => {
    const matching = cases.filter(([, keep]) => logs.some(keep));
    expect(matching, 'with a new filter above, the number here and in this test’s name grows').toHaveLength(
      13,
    );
  });

  test('executionId names one', async () => {
    const { execution } = logs[5]!;
    expect((await walk({ executionId: execution.executionId })).ids).toEqual([execution.logId]);
    expect((await walk({ executionId: execution.executionId.slice(0, -1) })).ids).toEqual([]);
    expect((await walk({ executionId: execution.executionId.toUpperCase() })).ids).toEqual([]);
  });
});

describe('pages', () => {
  test('rows that finish during a walk shift no page; an ascending walk brings them last', async () => {
    const before = expected(() => true, 'asc');
    const first = await listLogs(actor(), query({ order: 'asc', limit: '20' }));
    const late = [finished(1, { startedAtMs: now - 2 * 60_000 }), finished(2)];
    await record(late);
    const seen = ids(first.data);
    let cursor = first.nextCursor;
    let resume: string | undefined;
    while (cursor !== null) {
      const page = await listLogs(actor(), query({ order: 'asc', limit: '20', cursor }));
      seen.push(...ids(page.data));
      ({ nextCursor: cursor, resumeCursor: resume } = page);
    }
    expect(seen.slice(0, before.length)).toEqual(before);
    expect(seen.slice(before.length).sort()).toEqual(late.map((log) => log.execution.logId).sort());
    const later = finished(3, { startedAtMs: now - 3 * 60_000 });
    await record([later]);
    const next = await listLogs(actor(), query({ order: 'asc', limit: '20', cursor: resume! }));
    expect(ids(next.data)).toEqual([later.execution.logId]);
    const empty = await listLogs(actor(), query({ order: 'asc', cursor: next.resumeCursor! }));
    expect([empty.data, empty.nextCursor]).toEqual([[], null]);
  });

  test('a poller that asks again with its last cursor gets that page and everything newer', async () => {
    let cursor: string | undefined;
    const startDate = new Date(now - 2 * HOUR_MS).toISOString();
    const poll = async (): Promise<string[]> => {
      const seen: string[] = [];
      for (;;) {
        const since = { order: 'asc', startDate, limit: '25', ...(cursor && { cursor }) };
        const page = await listLogs(actor(), query(since));
        seen.push(...ids(page.data));
        if (page.nextCursor === null) return seen;
        cursor = page.nextCursor;
      }
    };
    const known = new Set(await poll());
    for (const round of [1, 2, 3]) {
      const newer = Array.from({ length: 20 * round }, (_, index) => finished(index));
      await record(newer);
      const unseen = (await poll()).filter((id) => !known.has(id));
      expect(unseen.sort()).toEqual(newer.map((log) => log.execution.logId).sort());
      for (const id of unseen) known.add(id);
    }
  });

  test('an empty cursor is the first page', async () => {
    const page = await listLogs(actor(), query({ limit: '5', cursor: '' }));
    expect(ids(page.data)).toEqual(expected(() => true).slice(0, 5));
  });

  test('limit and details may change in the middle of a walk, filters may not', async () => {
    const { nextCursor } = await listLogs(actor(), query({ limit: '5' }));
    const page = await listLogs(actor(), query({ limit: '3', details: 'full', cursor: nextCursor! }));
    expect(ids(page.data)).toEqual(expected(() => true).slice(5, 8));
    await expect(listLogs(actor(), query({ level: 'info', cursor: nextCursor! }))).rejects.toMatchObject({
      code: 'cursor_filter_mismatch',
    });
  });
});

describe('shapes', () => {
  test('basic, full and the include flags', async () => {
    const { executionId, logId } = logs[2]!.execution;
    const item = async (change: Record<string, string>) =>
      (await listLogs(actor(), query({ executionId, ...change }))).data[0]!;
    const basic = await item({});
    expect(Object.keys(basic).sort()).toEqual(
      [
        'id',
        'workflowId',
        'executionId',
        'level',
        'status',
        'trigger',
        'startedAt',
        'endedAt',
        'totalDurationMs',
        'waitedMs',
        'cost',
        'files',
        'version',
        'tags',
      ].sort(),
    );
    expect(basic).toMatchObject({ id: logId, totalDurationMs: 20, cost: { total: 0.02 }, files: null });
    expect(await item({ details: 'full' })).toMatchObject({
      workflow: { id: workflowIds[2], name: 'flow 2', description: 'd' },
      cost: { total: 0.02, tokens: { total: 0 }, models: {} },
      error: null,
    });
    expect(await item({ includeFinalOutput: 'true' })).toMatchObject({ finalOutput: { index: 2 } });
    expect(await item({ includeTraceSpans: 'true' })).toMatchObject({ traceSpans: [] });
  });

  test('detail and execution detail; output that is no object stands under value', async () => {
    const { executionId, logId } = logs[3]!.execution;
    const { data, limits } = await getLog(actor(), logId);
    expect(data.executionData).toEqual({ traceSpans: [], finalOutput: { value: 'text 3' }, error: null });
    expect(data.limits).toEqual(limits);
    expect(await getExecutionDetail(actor(), executionId)).toMatchObject({
      executionId,
      executionMetadata: { trigger: 'api', totalDurationMs: 30 },
      limits: { usage: { plan: 'free' } },
    });
  });
});

describe('who may read', () => {
  const stranger: Actor = { kind: 'user', userId: newId(), roles: new Map() };

  test('a stranger gets the same answer for a foreign workspace and one that doesn’t exist', async () => {
    const refusal = (id: string) =>
      listLogs(stranger, query({ workspaceId: id })).catch((error) => error.message);
    expect(await refusal(workspaceId)).toBe(await refusal(newId()));
  });

  test('a foreign log is answered like one that doesn’t exist', async () => {
    const { logId, executionId } = logs[0]!.execution;
    const reads = [
      () => getLog(stranger, logId),
      () => getExecutionDetail(stranger, executionId),
      () => getExecutionDetail(actor(), executionId.toUpperCase()),
      () => getLog(actor(), newId()),
      () => getLog(actor(), 'x'),
    ];
    for (const read of reads) await expect(read()).rejects.toMatchObject({ code: 'not_found' });
  });
});
