import type { TraceSpan } from '../../../core/engine/trace-span';

/** Half of the time for which the smallest plan keeps logs, which counts from their start. */
const OLDEST_START_MS = 15 * 24 * 60 * 60 * 1000;

/**
 * A run that goes on from its journal began when its first block did. One that began very long ago, because
 * it waited, is logged with a later start: otherwise its log would be deleted as soon as it is there.
 */
export function startOfRun(spans: readonly TraceSpan[], nowMs: number): number {
  const first = spans.reduce((startMs, { startTime }) => Math.min(startMs, Date.parse(startTime)), nowMs);
  return Math.max(first, nowMs - OLDEST_START_MS);
}
