import { latestTimes, nextTimes } from './next-times';
import type { ScheduleSettings } from './schedule';

/** A time that nothing could start within a minute was missed, and the policy for missed ones decides. */
export const MISSED_AFTER_MS = 60_000;
export const MAX_CATCH_UP = 100;
/** Times that wait for an earlier run to end; beyond, the oldest is dropped. */
export const MAX_WAITING = 100;
const LOOK_AGAIN_MS = 1_000;

/** A schedule at which a process looks; times are milliseconds since 1970. */
export interface DueSchedule {
  settings: ScheduleSettings;
  nextFireMs: number | null;
  /** Times that were due and wait for an earlier run to end, the oldest first. */
  waiting: readonly number[];
  /** Whether a run of it is unfinished. */
  isBusy: boolean;
}

/** What becomes of a time. `count`: of how many, where that is more than one. */
export interface TimeOutcome {
  scheduledMs: number;
  outcome: 'started' | 'skipped' | 'missed' | 'dropped';
  count?: number;
}

export interface FiringDecision {
  /** Runs to start now. `missed`: how many times before it that run stands for too. */
  runs: ReadonlyArray<{ scheduledMs: number; missed: number }>;
  /** The oldest first. */
  outcomes: readonly TimeOutcome[];
  nextFireMs: number | null;
  waiting: readonly number[];
  /** When to look again; null: never. */
  lookMs: number | null;
}

/** What to do about a schedule at this moment. */
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
  for (const time of times) {
    const waits = settings.overlap === 'queue' || (settings.missed === 'catch-up' && isMissed(time, nowMs));
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
  /** Those to start, or to wait. */
  times: readonly number[];
  /** How many the last of them stands for beside itself. */
  missed: number;
  outcomes: TimeOutcome[];
}

function afterPolicy({ settings, nextFireMs }: DueSchedule, nowMs: number): DueTimes {
  if (nextFireMs === null || nextFireMs > nowMs) return { times: [], missed: 0, outcomes: [] };
  const found = latestTimes(settings, nextFireMs, nowMs, MAX_CATCH_UP);
  // A zone's rules may have changed since the time was worked out.
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
