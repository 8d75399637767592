import { highest, percentile } from '../percentiles';
import type { ProbeSample } from '../probe-process';
import { CONTROL, NEIGHBOUR } from './stage';

/** What the neighbour is promised. */
export const P99_MS = 250;
const MINUTE_MS = 60_000;
/** With fewer answers the slowest would be the percentile. */
const LEAST_ANSWERS = 100;
/** Of those that are slow by themselves, a minute of them isn't one of the server's. */
export interface Minute {
  startedAtMs: number;
  p99Ms: number;
  controlMs: number;
}

export interface NeighbourRow {
  name: string;
  asked: number;
  failed: number;
  p50Ms: number;
  p99Ms: number;
  mostMs: number;
  /** The minutes in which the promise was not kept, the worst first. */
  over: Minute[];
}

/**
 * How long the neighbour's questions took, in all and in each minute. A server that does nothing is asked as
 * often: what it took is the machine's, and is allowed for.
 */
export function neighbourRows(samples: readonly ProbeSample[]): NeighbourRow[] {
  const controls = samples.filter(({ name }) => name === CONTROL);
  return [...NEIGHBOUR, CONTROL].map((name) => {
    const own = samples.filter((sample) => sample.name === name);
    const ms = own.map((sample) => sample.ms);
    return {
      name,
      asked: own.length,
      failed: own.filter(({ status }) => status !== 200).length,
      p50Ms: percentile(ms, 0.5),
      p99Ms: percentile(ms, 0.99),
      mostMs: highest(ms),
      over: name === CONTROL ? [] : minutesOver(own, controls),
    };
  });
}

function minutesOver(own: readonly ProbeSample[], controls: readonly ProbeSample[]): Minute[] {
  const byMinute = (samples: readonly ProbeSample[]) => {
    const minutes = new Map<number, number[]>();
    for (const { startedAtMs, ms } of samples) {
      const minute = Math.floor(startedAtMs / MINUTE_MS);
      const all = minutes.get(minute) ?? [];
      all.push(ms);
      minutes.set(minute, all);
    }
    return minutes;
  };
  const ofControl = byMinute(controls);
  return [...byMinute(own)]
    .filter(([, ms]) => ms.length >= LEAST_ANSWERS)
    .map(([minute, ms]) => ({
      startedAtMs: minute * MINUTE_MS,
      p99Ms: percentile(ms, 0.99),
      controlMs: percentile(ofControl.get(minute) ?? [0], 0.99),
    }))
    .filter(({ p99Ms, controlMs }) => p99Ms > P99_MS + controlMs)
    .sort((a, b) => b.p99Ms - a.p99Ms);
}
