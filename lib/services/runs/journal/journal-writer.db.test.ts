import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JournalEntry } from '../../../core/engine/ports';
import { newId } from '../../../platform/ids';
import { closeDatabase } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { costOf } from '../../../platform/testing/cost-of';
import type { ExecutionRow } from '../shapes/execution-row';
import { journalWriter } from './journal-writer';

beforeAll(() => startHeartbeat('worker'));
afterAll(async () => {
  await stopHeartbeat();
  await closeDatabase();
});

const AT_ONCE = 500;
const GROUPS = 10;
const LAST_GROUPS = 4;

const entry = (blockId: string): JournalEntry => ({
  blockId,
  output: {},
  branch: 'out',
  span: {
    id: blockId,
    parentId: null,
    blockId,
    name: blockId,
    type: 'transform',
    status: 'success',
    startTime: '',
    endTime: '',
    durationMs: 0,
    input: null,
    output: null,
    error: null,
    children: [],
  },
});

it('an entry costs as much when thousands are still to be written as when few are', async () => {
  const executionId = newId();
  const row = { executionId, mode: 'async' } as ExecutionRow;
  const journal = journalWriter(row, { about: { executionId }, onTakenOver: () => undefined });
  const costs = Array.from({ length: GROUPS }, (_, group) =>
    costOf(() => {
      for (let at = 0; at < AT_ONCE; at += 1) void journal.keep(entry(`b${group}-${at}`));
    }),
  );
  await journal.allWritten();
  const [first = 0, ...later] = costs;
  // The cheapest of the last groups: another program may take the processor from one of them.
  expect(Math.min(...later.slice(-LAST_GROUPS))).toBeLessThan(first * 4);
});
