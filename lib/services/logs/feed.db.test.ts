import { afterAll, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { env } from '../../platform/env';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { mintWorkspace } from '../accounts/testing/test-workspace';
import { decodeCursor, encodeCursor } from './cursor';
import { bindingOf, listLogs } from './list-logs';
import { LogsQuery } from './logs-request';
import { proveFeed } from './testing/feed-proof';
import { mintLoggedWorkspace } from './testing/logged-workspace';
import { randomWorld, seeded } from './testing/random-logs';

vi.setConfig({ testTimeout: patient(120_000) });

const ROWS = 4_000;

afterAll(closeDatabase);

test('no follower of the feed misses a row or sees one twice, whatever becomes of the writers', async () => {
  await pool().query(`SELECT runtime.ensure_partitions(now() - interval '1 day', 2)`);
  const { reader: actor, workspaceId } = await mintWorkspace();
  const world = { ...randomWorld(20, 3, Date.now() - 3_600_000, Date.now()), workspaceId };
  const outcome = await proveFeed({ actor, world, random: seeded(4), rows: ROWS, writers: 6 });
  expect(outcome.committed).toBeGreaterThanOrEqual(ROWS);
  expect(outcome.rolledBack).toBeGreaterThan(0);
  expect(outcome.killed).toBeGreaterThan(0);
  for (const poller of outcome.pollers) {
    expect(poller).toMatchObject({ missed: 0, repeated: 0, strange: 0 });
    expect(poller.expected, poller.name).toBeGreaterThan(0);
  }
});

test('a cursor of another database, or of what this one was before it was restored, is expired', async () => {
  const { reader: actor, workspaceId } = await mintWorkspace();
  const query = { workspaceId, order: 'asc' };
  const { resumeCursor } = await listLogs(actor, LogsQuery.parse(query));
  const binding = bindingOf(LogsQuery.parse(query));
  const state = decodeCursor(resumeCursor!, binding, env().ENCRYPTION_KEY);
  for (const other of [
    { ...state, target: 5, upTo: 5, after: 5 },
    { ...state, generation: 'another' },
  ]) {
    const cursor = encodeCursor(other, binding, env().ENCRYPTION_KEY);
    await expect(listLogs(actor, LogsQuery.parse({ ...query, cursor }))).rejects.toMatchObject({
      code: 'cursor_expired',
      status: 410,
    });
  }
});

test('begin=now: a feed without what has finished before, and with all that finishes from then on', async () => {
  const { reader: actor, workspaceId, run, record } = await mintLoggedWorkspace();
  const list = (more: object) => listLogs(actor, LogsQuery.parse({ workspaceId, order: 'asc', ...more }));
  await record([run()]);
  const first = await list({ begin: 'now' });
  expect(first).toMatchObject({ data: [], nextCursor: null });
  // It began long before the feed did.
  const startedAtMs = Date.now() - 60_000;
  const late = run({ startedAtMs, endedAtMs: Date.now() });
  await record([late]);
  const next = await list({ cursor: first.resumeCursor });
  expect(next.data.map(({ id }) => id)).toEqual([late.execution.logId]);
  expect((await list({ begin: 'now', cursor: first.resumeCursor })).data).toEqual(next.data);
  await expect(list({ begin: 'now', order: 'desc' })).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [expect.objectContaining({ param: 'begin' })],
  });
});
