import { expect, test } from 'vitest';
import { costOf } from '../../platform/testing/cost-of';
import { type DueSchedule, decideFiring } from './decide-firing';
import { ScheduleSettings } from './schedule';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function at(nowMs: number, settings: Record<string, unknown>, schedule: Partial<DueSchedule> = {}) {
  const parsed = ScheduleSettings.parse({ kind: 'every', every: 10, unit: 'minutes', ...settings });
  const due = { settings: parsed, nextFireMs: NOON, waiting: [], isBusy: false, ...schedule };
  const decision = decideFiring(due, nowMs);
  const told = decision.outcomes.map(({ outcome, count = 1 }) => [outcome, count]);
  const starts = decision.runs.map(({ scheduledMs }) => (scheduledMs - NOON) / MINUTE);
  return { ...decision, told, starts };
}

test('a time that is due starts one run, and the next time follows', () => {
  const { starts, nextFireMs, lookMs, waiting } = at(NOON + 3, {});
  expect([starts, nextFireMs, lookMs, waiting]).toEqual([[0], NOON + 10 * MINUTE, NOON + 10 * MINUTE, []]);
  expect(at(NOON - 1, {}).starts).toEqual([]);
});

test('a date is never due again', () => {
  const once = { kind: 'once', at: '2026-11-22T12:00' };
  expect(at(NOON, once)).toMatchObject({ starts: [0], nextFireMs: null, lookMs: null });
});

test('an hour’s missed times: one run for all of them, none, or each in turn', () => {
  const late = NOON + HOUR + 5 * MINUTE;
  const once = at(late, { missed: 'once' });
  expect([once.starts, once.told]).toEqual([
    [60],
    [
      ['missed', 6],
      ['started', 1],
    ],
  ]);
  expect(once.runs).toMatchObject([{ missed: 6 }]);
  const skip = at(late, { missed: 'skip' });
  expect([skip.starts, skip.told]).toEqual([[], [['missed', 7]]]);
  const allAtOnce = at(late, { missed: 'catch-up', overlap: 'allow' });
  expect(allAtOnce.starts).toEqual([0, 10, 20, 30, 40, 50, 60]);
  const inTurn = at(late, { missed: 'catch-up' });
  expect([inTurn.starts, inTurn.waiting.length, inTurn.lookMs]).toEqual([[0], 6, late + 1_000]);
  for (const decision of [once, skip, allAtOnce, inTurn])
    expect(decision.nextFireMs).toBe(NOON + 70 * MINUTE);
});

test('a time of the last minute is late, not missed', () => {
  const decision = at(NOON + HOUR + 59_000, { missed: 'skip' });
  expect([decision.starts, decision.told]).toEqual([
    [60],
    [
      ['missed', 6],
      ['started', 1],
    ],
  ]);
});

test('each that was missed runs once, those of the last minute too; later ones follow the overlap policy', () => {
  const settings = { kind: 'cron', cron: '*/20 * * * * *', missed: 'catch-up' };
  const back = NOON + 2 * MINUTE + 5_000;
  let { starts, waiting, nextFireMs, told } = at(back, settings);
  const ran = [...starts];
  expect(told).toEqual([['started', 1]]);
  for (let nowMs = back + 1_000; waiting.length > 0; nowMs += 1_000) {
    ({ starts, waiting, nextFireMs, told } = at(nowMs, settings, { waiting, nextFireMs }));
    ran.push(...starts);
  }
  expect(ran.map((minutes) => Math.round(minutes * 60))).toEqual([0, 20, 40, 60, 80, 100, 120]);
  const busy = at(back, settings, { isBusy: true });
  expect([busy.starts, busy.told, busy.waiting.length]).toEqual([[], [], 7]);
  // Nothing was missed within a minute.
  expect(at(NOON + 45_000, settings).told).toEqual([
    ['started', 1],
    ['skipped', 1],
    ['skipped', 1],
  ]);
});

test('after years, a hundred are caught up with, the latest, and fast', () => {
  const settings = { kind: 'cron', cron: '*/10 * * * * *', missed: 'catch-up', overlap: 'allow' };
  let starts: number[] = [];
  const catchUp = () => ({ starts } = at(NOON + 3 * 365 * 24 * HOUR, settings));
  expect(costOf(catchUp)).toBeLessThan(2_000);
  expect([starts.length, starts.at(-1)]).toEqual([100, 3 * 365 * 24 * 60]);
});

test('while an earlier run is unfinished: skipped, queued or started beside it', () => {
  const busy = { isBusy: true };
  expect(at(NOON, { overlap: 'skip' }, busy)).toMatchObject({
    starts: [],
    told: [['skipped', 1]],
    waiting: [],
  });
  expect(at(NOON, { overlap: 'allow' }, busy)).toMatchObject({ starts: [0], waiting: [] });
  const queued = at(NOON, { overlap: 'queue' }, busy);
  expect(queued).toMatchObject({ starts: [], told: [], waiting: [NOON], lookMs: NOON + 1_000 });
  const { waiting, nextFireMs } = queued;
  expect(at(NOON + 5_000, { overlap: 'queue' }, { waiting, nextFireMs })).toMatchObject({
    starts: [0],
    waiting: [],
    lookMs: nextFireMs,
  });
});

test('queued times run in their order, and beyond a hundred the oldest is dropped', () => {
  const waiting = Array.from({ length: 100 }, (_, index) => NOON - (100 - index) * 10 * MINUTE);
  const full = at(NOON, { overlap: 'queue' }, { isBusy: true, waiting });
  expect([full.told, full.waiting.at(-1), full.waiting[0]]).toEqual([[['dropped', 1]], NOON, waiting[1]]);
  expect(at(NOON, { overlap: 'queue' }, { waiting }).runs).toMatchObject([{ scheduledMs: waiting[0] }]);
});
