import { highest, percentile } from '../percentiles';
import type { ProbeSample } from '../probe-process';
import { NEIGHBOUR } from '../watch-neighbour';
import { CONTROL } from './stage';

/** The limit promised to the neighbour. */
export const P99_MS = 250;
const MINUTE_MS = 60_000;
/** With fewer samples the slowest would be the percentile. */
const LEAST_ANSWERS = 100;
/** Latencies of one minute. If the control is slow too, the server is not the cause. */
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
  /** The minutes over the promised limit, the worst first. */
  over: Minute[];
}

/**
 * Returns the latencies of the neighbour's requests, in total and per minute. An idle server is probed as
 * often: its latency is that of the machine, and is allowed for.
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
