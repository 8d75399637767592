import { Cron } from 'croner';
import { dayIn, isZone, momentOf, readLocalTime } from './local-time';
import type { Schedule } from './schedule';

/** The shortest interval of a schedule: each run has a log, and may start up to a second late. */
export const SHORTEST_INTERVAL_SECONDS = 10;
/** This many consecutive times contain every distance in seconds that a pattern has. */
const TIMES_TO_MEASURE = 61;
/** The same for every check, so that a document that could be published can be published again. */
const MEASURED_FROM_MS = Date.UTC(2026, 0, 1);
const FIRST_MONDAY = '2024-01-01T00:00';
const UNIT_MS = { minutes: 60_000, hours: 3_600_000 } as const;

export interface ScheduleProblem {
  field: keyof Schedule;
  message: string;
}

/** Returns the problem of a schedule, in the author's words; null if there is none. */
export function whyNotSchedule(schedule: Schedule): ScheduleProblem | null {
  const { kind, zone, at, from, cron } = schedule;
  if (!isZone(zone))
    return {
      field: 'zone',
      message: `There is no time zone “${zone}”. Enter one like Europe/Berlin or UTC.`,
    };
  if (kind === 'once') return whyNotTime('at', at);
  if (kind === 'every') return from.trim() === '' ? null : whyNotTime('from', from);
  const message = whyNotCron(cron, zone);
  return message === null ? null : { field: 'cron', message };
}

function whyNotTime(field: 'at' | 'from', text: string): ScheduleProblem | null {
  const message = 'Enter a date and time like 2026-12-24T18:00. The time zone is set beside it.';
  return readLocalTime(text) === null ? { field, message } : null;
}

function whyNotCron(text: string, zone: string): string | null {
  let cron: Cron;
  try {
    cron = cronOf(text, zone);
  } catch (error) {
    return cronWords(error);
  }
  const times = cron.nextRuns(
    text.trim().split(/\s+/).length < 6 ? 1 : TIMES_TO_MEASURE,
    new Date(MEASURED_FROM_MS),
  );
  if (times.length === 0) return 'This pattern never occurs, for example because there is no 30 February.';
  const tooShort = times.some((time, index) => {
    const before = times[index - 1];
    return before !== undefined && time.getTime() - before.getTime() < SHORTEST_INTERVAL_SECONDS * 1_000;
  });
  return tooShort ? `At least ${SHORTEST_INTERVAL_SECONDS} seconds must lie between two runs.` : null;
}

function cronWords(error: unknown): string {
  const said = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
  if (/separated parts|requires exactly/.test(said))
    return 'A pattern has five fields (minute hour day month weekday), or six with seconds first.';
  return `This is not a cron pattern: ${said.slice(0, 200)}`;
}

const cronOf = (text: string, zone: string): Cron =>
  new Cron(text.trim(), { timezone: zone, mode: '5-or-6-parts' });

/**
 * Returns the next moments after `afterMs`, ascending, at most `count`; in milliseconds since 1970.
 * Empty if there are none any more, or if the schedule itself is wrong.
 */
export function nextTimes(schedule: Schedule, afterMs: number, count: number): number[] {
  if (whyUnreadable(schedule)) return [];
  if (schedule.kind === 'once') return onceTime(schedule).filter((time) => time > afterMs);
  if (schedule.kind === 'cron')
    return cronOf(schedule.cron, schedule.zone).nextRuns(count, new Date(afterMs)).map(Number);
  const timeAt = everyTimes(schedule);
  const first = timeAt.indexAfter(afterMs);
  return distinct(Array.from({ length: count }, (_, index) => timeAt.moment(first + index)));
}

/** Returns the latest moments from `fromMs` to `untilMs`, both inclusive, ascending, at most `count`. */
export function latestTimes(schedule: Schedule, fromMs: number, untilMs: number, count: number): number[] {
  if (whyUnreadable(schedule)) return [];
  return latestOf(schedule, untilMs, count).filter((time) => time >= fromMs && time <= untilMs);
}

function latestOf(schedule: Schedule, untilMs: number, count: number): number[] {
  if (schedule.kind === 'once') return onceTime(schedule);
  // A pattern's times are whole seconds, and croner returns those before the given one.
  if (schedule.kind === 'cron')
    return cronOf(schedule.cron, schedule.zone)
      .previousRuns(count, new Date(Math.floor(untilMs / 1_000) * 1_000 + 1_000))
      .map(Number)
      .reverse();
  const timeAt = everyTimes(schedule);
  const after = timeAt.indexAfter(untilMs);
  return distinct(Array.from({ length: count }, (_, index) => timeAt.moment(after - count + index)));
}

/** Removes duplicates: two days may have the same moment, as Samoa had no 30 December 2011. */
const distinct = (times: readonly number[]): number[] => [...new Set(times)];

/** True if the functions above would throw; a published schedule was checked before. */
function whyUnreadable(schedule: Schedule): boolean {
  if (schedule.kind !== 'cron') return whyNotSchedule(schedule) !== null;
  if (!isZone(schedule.zone)) return true;
  try {
    cronOf(schedule.cron, schedule.zone);
    return false;
  } catch {
    return true; // `whyNotSchedule` has the message
  }
}

function onceTime({ at, zone }: Schedule): number[] {
  const local = readLocalTime(at);
  return local === null ? [] : [momentOf(local, zone)];
}

interface EveryTimes {
  moment(index: number): number;
  /** Returns the index of the first moment after it. */
  indexAfter(afterMs: number): number;
}

/**
 * Returns the times of an interval. Minutes and hours are counted as they pass, so a clock change
 * doesn't move them apart; days are counted on the calendar, so the time of day stays.
 */
function everyTimes({ every, unit, from, zone }: Schedule): EveryTimes {
  const start = readLocalTime(from.trim() === '' ? FIRST_MONDAY : from);
  if (start === null) throw new Error(`“${from}” is not a local time.`);
  if (unit !== 'days') {
    const startMs = momentOf(start, zone);
    const stepMs = every * UNIT_MS[unit];
    const set = from.trim() !== '';
    const indexAfter = (afterMs: number) => Math.floor((afterMs - startMs) / stepMs) + 1;
    return {
      moment: (index) => startMs + index * stepMs,
      indexAfter: (afterMs) => (set ? Math.max(0, indexAfter(afterMs)) : indexAfter(afterMs)),
    };
  }
  const moment = (index: number) => momentOf({ ...start, day: start.day + index * every }, zone);
  return {
    moment,
    indexAfter: (afterMs) => {
      let index = Math.max(0, Math.floor((dayIn(zone, afterMs) - start.day) / every) - 1);
      while (moment(index) <= afterMs) index += 1;
      return index;
    },
  };
}
