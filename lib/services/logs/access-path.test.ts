import { expect, test } from 'vitest';
import { HIGHEST_ID, LOWEST_ID } from '../../platform/ids';
import { nextWindow, orderedPath, walkStart } from './access-path';
import { ANY_LOG } from './log-filter-sql';
import type { LogMonth } from './log-months';
import type { LogScan } from './log-scan';

const month = (index: number, change: Partial<LogMonth> = {}): LogMonth => ({
  startMs: Date.UTC(2025, index),
  endMs: Date.UTC(2025, index + 1),
  total: 10_000,
  outcome: 10_000,
  outcomes: ['info api'],
  workflow: 0,
  workflows: [],
  model: 0,
  modelWorkflow: 0,
  modelWorkflows: [],
  ...change,
});

const scan = (change: Partial<LogScan> = {}): LogScan => ({
  workspaceId: 'w',
  order: 'asc',
  seqs: { after: 0, upTo: 1 },
  ...ANY_LOG,
  startedMs: [Date.UTC(2025, 0, 10), Date.UTC(2025, 7, 20)],
  ...change,
});

/**
 * Returns the milliseconds each window reads, in the order of the walk; `from` may include only part of a
 * window's first one.
 */
function windowsOf(
  of: LogScan,
  months: LogMonth[],
  windowEntries: number,
  whole: boolean,
): Array<[number, number]> {
  const windows: Array<[number, number]> = [];
  let at = walkStart(of);
  for (;;) {
    const window = nextWindow(of, months, at, { windowEntries, entries: ({ total }) => total, whole });
    if (window === null) return windows;
    const { startedAtMs, id } = window.from;
    const skips = id === (of.order === 'asc' ? HIGHEST_ID : LOWEST_ID) ? 1 : 0;
    const nearMs = startedAtMs + (of.order === 'asc' ? skips : -skips);
    windows.push([nearMs, window.untilMs]);
    at = window.end;
  }
}

test.each(['asc', 'desc'] as const)(
  'windows of a walk %s cover its months once and without gaps',
  (order) => {
    const months = [month(0), month(1, { total: 3 }), month(2, { total: 0 }), month(4), month(7)];
    if (order === 'desc') months.reverse();
    const of = scan({ order });
    for (const [windowEntries, whole] of [
      [1, true],
      [700, false],
      [12_000, false],
      [12_000, true],
      [1e9, false],
    ] as const) {
      const windows = windowsOf(of, months, windowEntries, whole).map((ends) =>
        [...ends].sort((a, b) => a - b),
      );
      const sorted = windows.sort((a, b) => a[0]! - b[0]!);
      const covered: number[][] = [];
      for (const [from, to] of sorted) {
        const before = covered.at(-1);
        expect(before === undefined || before[1]! < from!).toBe(true);
        if (before !== undefined && before[1]! + 1 === from) before[1] = to!;
        else covered.push([from!, to!]);
      }
      expect(covered).toEqual([
        [of.startedMs[0], Date.UTC(2025, 3) - 1],
        [Date.UTC(2025, 4), Date.UTC(2025, 5) - 1],
        [Date.UTC(2025, 7), of.startedMs[1]],
      ]);
    }
  },
);

test('a window goes on from where the last one ended, in the middle of a millisecond too', () => {
  const at = { startedAtMs: Date.UTC(2025, 0, 12), id: '01940000-0000-7000-8000-000000000000' };
  const window = nextWindow(scan(), [month(0)], at, {
    windowEntries: 10,
    entries: ({ total }) => total,
    whole: false,
  });
  expect(window?.from).toEqual(at);
});

test.each(['asc', 'desc'] as const)(
  'a month that has not passed: what is to come costs a walk %s no window of its own',
  (order) => {
    const start = new Date();
    start.setUTCDate(1);
    start.setUTCHours(0, 0, 0, 0);
    const current = month(0, { startMs: start.getTime(), endMs: start.getTime() + 32 * 86_400_000 });
    const of = scan({ order, startedMs: [0, Date.UTC(9999, 0)] });
    const size = { windowEntries: 1_000, entries: () => 10_000, whole: false };
    const cutAt = (nowMs: number) =>
      current.startMs + (nowMs - current.startMs) * (order === 'asc' ? 0.1 : 0.9);
    const leastMs = Math.floor(cutAt(Date.now()));
    const window = nextWindow(of, [current], walkStart(of), size);
    expect(window!.untilMs).toBeGreaterThanOrEqual(leastMs);
    expect(window!.untilMs).toBeLessThanOrEqual(Math.ceil(cutAt(Date.now())));
    expect(window!.entries).toBeCloseTo(1_000);
  },
);

test('the access path with the fewest entries is taken; each merged stream adds to its cost', () => {
  const workflows = Array.from({ length: 40 }, (_, index) => `w${index}`);
  const some = [month(0, { outcome: 5_000, workflow: 4_500, workflows })];
  expect(orderedPath(scan(), some, { first: false }).path).toBe('outcome');
  expect(orderedPath(scan({ workflowIds: workflows }), some, { first: false }).path).toBe('outcome');
  expect(
    orderedPath(scan({ workflowIds: ['w1'] }), [month(0, { workflow: 4_500, workflows: ['w1'] })], {
      first: false,
    }).path,
  ).toBe('workflow');
  expect(orderedPath(scan({ model: 'm' }), [month(0, { model: 9 })], { first: false }).path).toBe('model');
  const both = month(0, { model: 900, modelWorkflow: 9, modelWorkflows: ['w1'] });
  expect(orderedPath(scan({ model: 'm', workflowIds: ['w1'] }), [both], { first: false }).path).toBe(
    'model workflow',
  );
  const shared = [month(0, { workflow: 3_000, workflows })];
  expect(orderedPath(scan({ workflowIds: workflows }), shared, { first: false }).path).toBe('workflow');
  expect(orderedPath(scan({ workflowIds: workflows }), shared, { first: true }).path).toBe('time');
  expect(orderedPath(scan(), [month(0)], { first: false }).path).toBe('time');
});

test('a path by counted values competes with paths that have to look these up', () => {
  const tagged = scan({ tags: [['nightly'], null], workflowIds: ['w1'] });
  const counted = (rows: number) => ({ path: 'tag', entries: () => rows, streams: [['nightly']] }) as const;
  const some = [month(0, { workflow: 100, workflows: ['w1'] })];
  const pathWith = (rows: number) =>
    orderedPath(tagged, some, { first: false, counted: { ...counted(rows), streams: [['nightly']] } }).path;
  expect(pathWith(500)).toBe('tag');
  expect(pathWith(9_000)).toBe('workflow');
});
