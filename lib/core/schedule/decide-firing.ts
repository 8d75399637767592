import { latestTimes, nextTimes } from './next-times';
import type { ScheduleSettings } from './schedule';

/** A time at which nothing could start within a minute was missed; the policy for missed ones decides. */
export const MISSED_AFTER_MS = 60_000;
export const MAX_CATCH_UP = 100;
/** The most times that wait for an earlier run to end; beyond, the oldest is dropped. */
export const MAX_WAITING = 100;
const LOOK_AGAIN_MS = 1_000;

/** A schedule that a process examines; times are milliseconds since 1970. */
export interface DueSchedule {
  settings: ScheduleSettings;
  nextFireMs: number | null;
  /** Due times that wait for an earlier run to end, the oldest first. */
  waiting: readonly number[];
  /** True while a run of it is unfinished. */
  isBusy: boolean;
}

/** The outcome of a time. `count`: the number of times, if there are several. */
export interface TimeOutcome {
  scheduledMs: number;
  outcome: 'started' | 'skipped' | 'missed' | 'dropped';
  count?: number;
}

export interface FiringDecision {
  /** Runs to start now. `missed`: the number of earlier times that the run stands for too. */
  runs: ReadonlyArray<{ scheduledMs: number; missed: number }>;
  /** The outcomes, the oldest first. */
  outcomes: readonly TimeOutcome[];
  nextFireMs: number | null;
  waiting: readonly number[];
  /** The time of the next look; null: never. */
  lookMs: number | null;
}

/** Decides what to do about a schedule at this moment. */
export function decideFiring(schedule: DueSchedule, nowMs: number): FiringDecision {
  const { settings, isBusy } = schedule;
  const { times, missed, outcomes } = afterPolicy(schedule, nowMs);
  const runs: Array<{ scheduledMs: number; missed: number }> = [];
  const waiting = [...schedule.waiting];
  const start = (scheduledMs: number) => {
    runs.push({ scheduledMs, missed: scheduledMs === times.at(-1) ? missed : 0 });
    outcomes.push({ scheduledMs, outcome: 'started' });
  };
  const startsAlone = () => !isBusy && runs.length === 0 && waiting.length === 0;
  // After a downtime those of the last minute were missed with the others.
  const catchesUp = settings.missed === 'catch-up' && times.some((time) => isMissed(time, nowMs));
  const waits = settings.overlap === 'queue' || catchesUp;
  for (const time of times) {
    if (settings.overlap === 'allow' || startsAlone()) start(time);
    else if (waits) waiting.push(time);
    else outcomes.push({ scheduledMs: time, outcome: 'skipped' });
  }
  if (!isBusy && runs.length === 0 && waiting.length > 0) start(waiting.shift()!);
  const dropped = waiting.splice(0, Math.max(0, waiting.length - MAX_WAITING));
  for (const scheduledMs of dropped) outcomes.push({ scheduledMs, outcome: 'dropped' });
  const [nextFireMs = null] = nextTimes(settings, nowMs, 1);
  return { runs, outcomes, nextFireMs, waiting, lookMs: lookAt(nextFireMs, waiting, nowMs) };
}

const lookAt = (nextFireMs: number | null, waiting: readonly number[], nowMs: number): number | null =>
  waiting.length === 0 ? nextFireMs : Math.min(nextFireMs ?? Number.POSITIVE_INFINITY, nowMs + LOOK_AGAIN_MS);

const isMissed = (time: number, nowMs: number): boolean => time < nowMs - MISSED_AFTER_MS;

interface DueTimes {
  /** The times to start, or to wait. */
  times: readonly number[];
  /** The number of times that the last of them stands for besides itself. */
  missed: number;
  outcomes: TimeOutcome[];
}

function afterPolicy({ settings, nextFireMs }: DueSchedule, nowMs: number): DueTimes {
  if (nextFireMs === null || nextFireMs > nowMs) return { times: [], missed: 0, outcomes: [] };
  const found = latestTimes(settings, nextFireMs, nowMs, MAX_CATCH_UP);
  // A zone's rules may have changed since the time was computed.
  const due = found.length === 0 ? [nextFireMs] : found;
  if (!due.some((time) => isMissed(time, nowMs)) || settings.missed === 'catch-up')
    return { times: due, missed: 0, outcomes: [] };
  const times = settings.missed === 'once' ? due.slice(-1) : due.filter((time) => !isMissed(time, nowMs));
  const left = due.slice(0, due.length - times.length);
  const [scheduledMs] = left.slice(-1);
  return {
    times,
    missed: settings.missed === 'once' ? left.length : 0,
    outcomes: scheduledMs === undefined ? [] : [{ scheduledMs, outcome: 'missed', count: left.length }],
  };
}
