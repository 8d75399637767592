import { isPart, type TraceSpan } from '@/lib/core/engine/trace-span';
import type { LogDetail } from '@/lib/services/logs/schema';
import { type BlockRun, NO_RUN, type RunState, type Tally } from '../editor/store/run-state';

interface Timed {
  span: TraceSpan;
  /** Milliseconds since the run's start. */
  startMs: number;
  endMs: number;
  isInside: boolean;
}

/** All spans of a run in the order they ended, with their times. */
export interface TimedRun {
  spans: readonly Timed[];
  /** Times at which a block started or ended, ascending, without duplicates. */
  moments: readonly number[];
}

/** The state of a block that was running: without a clock that ticks. */
const RUNNING = { status: 'running' } as unknown as BlockRun;

export function timedRun({
  executionData,
  startedAt,
}: Pick<LogDetail, 'executionData' | 'startedAt'>): TimedRun {
  const startedAtMs = Date.parse(startedAt);
  const spans: Timed[] = [];
  const add = (level: readonly TraceSpan[], isInside: boolean): void => {
    for (const span of level) {
      if (isPart(span)) continue;
      add(span.children, true);
      const startMs = Date.parse(span.startTime) - startedAtMs;
      spans.push({ span, startMs, endMs: startMs + span.durationMs, isInside });
    }
  };
  add(executionData.traceSpans, false);
  spans.sort((a, b) => a.endMs - b.endMs);
  const moments = new Set(spans.flatMap(({ startMs, endMs }) => [startMs, endMs]));
  return { spans, moments: [...moments].sort((a, b) => a - b) };
}

/** Returns the run's state at a moment: ended blocks with their data, running blocks, and nothing later. */
export function runAt({ spans }: TimedRun, atMs: number): RunState {
  const blocks: Record<string, BlockRun> = {};
  const tallies: Record<string, Tally> = {};
  for (const { span, endMs, isInside } of spans) {
    if (endMs > atMs) continue;
    const { blockId, status } = span;
    blocks[blockId] = { status, span };
    if (!isInside || status === 'skipped') continue;
    const { ran, failed } = tallies[blockId] ?? { ran: 0, failed: 0 };
    tallies[blockId] = { ran: ran + 1, failed: failed + (status === 'error' ? 1 : 0) };
  }
  for (const { span, startMs, endMs } of spans)
    if (startMs <= atMs && endMs > atMs) blocks[span.blockId] = RUNNING;
  return { ...NO_RUN, phase: 'finished', blocks, tallies };
}
