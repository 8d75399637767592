import type { TraceSpan } from '@/lib/core/engine/trace-span';
import type { LogDetail } from '@/lib/services/logs/schema';
import type { RunAnswer, RunStreamEvent } from '@/lib/services/runs/schema';

/** What a block does in the run that is shown. */
export type BlockRun =
  | { status: 'queued' }
  | { status: 'running'; startedAtMs: number }
  | { status: TraceSpan['status']; span: TraceSpan };

export interface RunState {
  phase: 'idle' | 'starting' | 'running' | 'stopping' | 'finished' | 'failed';
  executionId: string | null;
  logId: string | null;
  blocks: Readonly<Record<string, BlockRun>>;
  startedAtMs: number | null;
  endedAtMs: number | null;
  answer: RunAnswer | null;
  /** Why it could not be started or watched, in words. */
  failure: string | null;
}

export const NO_RUN: RunState = {
  phase: 'idle',
  executionId: null,
  logId: null,
  blocks: {},
  startedAtMs: null,
  endedAtMs: null,
  answer: null,
  failure: null,
};

export function beginRun(blockIds: readonly string[], nowMs: number): RunState {
  const blocks = Object.fromEntries(blockIds.map((id) => [id, { status: 'queued' } as const]));
  return { ...NO_RUN, phase: 'starting', blocks, startedAtMs: nowMs };
}

export function applyRunEvent(run: RunState, event: RunStreamEvent, nowMs: number): RunState {
  switch (event.type) {
    case 'run-started':
      return {
        ...run,
        phase: run.phase === 'stopping' ? 'stopping' : 'running',
        executionId: event.executionId,
        logId: event.logId,
      };
    case 'block-started':
      return withBlock(run, event.blockId, { status: 'running', startedAtMs: nowMs });
    case 'block-finished':
      return withBlock(run, event.blockId, { status: event.span.status, span: event.span });
    case 'run-finished':
      return {
        ...run,
        phase: 'finished',
        executionId: event.answer.executionId,
        logId: event.answer.logId,
        blocks: withoutUnfinished(run.blocks),
        answer: event.answer,
        endedAtMs: nowMs,
      };
  }
}

/** A run of the past, as its log has it. */
export function runOfLog(log: LogDetail): RunState {
  const { traceSpans, finalOutput, error } = log.executionData;
  const blocks = Object.fromEntries(
    traceSpans.map((span) => [span.blockId, { status: span.status, span } as const]),
  );
  return {
    ...NO_RUN,
    phase: 'finished',
    executionId: log.executionId,
    logId: log.id,
    blocks,
    startedAtMs: Date.parse(log.startedAt),
    endedAtMs: Date.parse(log.endedAt),
    answer: {
      executionId: log.executionId,
      logId: log.id,
      status: log.level === 'error' ? 'error' : 'success',
      output: finalOutput,
      error,
    },
  };
}

export function failRun(run: RunState, words: string, nowMs: number): RunState {
  return { ...run, phase: 'failed', failure: words, blocks: withoutUnfinished(run.blocks), endedAtMs: nowMs };
}

export function isActive(run: RunState): boolean {
  return run.phase === 'starting' || run.phase === 'running' || run.phase === 'stopping';
}

export function spanOf(blockRun: BlockRun | undefined): TraceSpan | null {
  return blockRun !== undefined && 'span' in blockRun ? blockRun.span : null;
}

/** The block whose error ended the run. */
export function failedBlock({ blocks }: RunState): string | null {
  return Object.entries(blocks).find(([, blockRun]) => spanOf(blockRun)?.status === 'error')?.[0] ?? null;
}

function withBlock(run: RunState, blockId: string, blockRun: BlockRun): RunState {
  return { ...run, blocks: { ...run.blocks, [blockId]: blockRun } };
}

/** What never got its turn shows nothing, rather than waiting for ever. */
function withoutUnfinished(blocks: RunState['blocks']): RunState['blocks'] {
  return Object.fromEntries(Object.entries(blocks).filter(([, blockRun]) => 'span' in blockRun));
}
