import { isPart, type TraceSpan } from '@/lib/core/engine/trace-span';
import type { LogDetail } from '@/lib/services/logs/schema';
import type { ExecutionState, RunResult, RunStreamEvent } from '@/lib/services/runs/schema';

/** A block's state in the displayed run. */
export type BlockRun =
  | { status: 'queued' }
  | { status: 'running'; startedAtMs: number; text?: LiveText }
  | { status: TraceSpan['status']; span: TraceSpan };

/** The text that a model has written so far, in this step of its block. */
export interface LiveText {
  step: number;
  text: string;
}

export interface Tally {
  ran: number;
  failed: number;
}

/**
 * Returns the status that a block in a container shows for all its executions together: that of the last one
 * alone would call a block skipped that ran four times, or green that failed.
 */
export function statusOfAll(last: BlockRun['status'], { ran, failed }: Tally): BlockRun['status'] {
  if (last === 'running' || last === 'queued') return last;
  if (failed > 0) return 'error';
  return last === 'skipped' && ran > 0 ? 'success' : last;
}

export interface RunState {
  /** `parked`: it waits for a time or an answer, and continues later. */
  phase: 'idle' | 'starting' | 'running' | 'parked' | 'stopping' | 'finished' | 'failed';
  executionId: string | null;
  logId: string | null;
  /** For a block in a container, its last iteration. */
  blocks: Readonly<Record<string, BlockRun>>;
  /**
   * The spans of blocks in containers, in the order they ended; each names its container's span and its
   * iteration.
   */
  inside: readonly TraceSpan[];
  /** By block in a container: the number of its executions and failures. */
  tallies: Readonly<Record<string, Tally>>;
  /** By container: the number of iterations begun in its last execution. */
  rounds: Readonly<Record<string, number>>;
  /** The iteration that the user selected, as in the ids of its spans (`each:3/inner:0`). */
  pickedIteration: string | null;
  /** The waits of a parked run. */
  waits: ExecutionState['waits'];
  startedAtMs: number | null;
  endedAtMs: number | null;
  answer: RunResult | null;
  /** True if started with the previous run's input, without asking. */
  reusesInput: boolean;
  /** The reason that it could not be started or watched. */
  failure: string | null;
}

export const NO_RUN: RunState = {
  phase: 'idle',
  executionId: null,
  logId: null,
  blocks: {},
  inside: [],
  tallies: {},
  rounds: {},
  pickedIteration: null,
  waits: [],
  startedAtMs: null,
  endedAtMs: null,
  answer: null,
  reusesInput: false,
  failure: null,
};

export function beginRun(blockIds: readonly string[], nowMs: number, reusesInput = false): RunState {
  const blocks = Object.fromEntries(blockIds.map((id) => [id, { status: 'queued' } as const]));
  return { ...NO_RUN, phase: 'starting', blocks, startedAtMs: nowMs, reusesInput };
}

/** Applies many events in one step: a loop of quick blocks sends thousands, and each step redraws. */
export function applyRunEvents(run: RunState, events: readonly RunStreamEvent[], nowMs: number): RunState {
  const next = {
    ...run,
    blocks: { ...run.blocks },
    inside: [...run.inside],
    tallies: { ...run.tallies },
    rounds: { ...run.rounds },
  };
  return events.reduce((state, event) => applyTo(state, event, nowMs), next);
}

type Draft = Omit<RunState, 'blocks' | 'inside' | 'tallies' | 'rounds'> & {
  blocks: Record<string, BlockRun>;
  inside: TraceSpan[];
  tallies: Record<string, Tally>;
  rounds: Record<string, number>;
};

function applyTo(run: Draft, event: RunStreamEvent, nowMs: number): Draft {
  switch (event.type) {
    case 'run-started':
      return {
        ...run,
        phase: run.phase === 'stopping' ? 'stopping' : 'running',
        executionId: event.executionId,
        logId: event.logId,
      };
    case 'block-started': {
      const { blockId, iteration } = event;
      run.blocks[blockId] = { status: 'running', startedAtMs: nowMs };
      // A nested container runs again in each iteration.
      delete run.rounds[blockId];
      if (iteration !== undefined) noteRound(run, iteration);
      return run;
    }
    case 'block-text':
      noteText(run, event);
      return run;
    case 'block-finished':
      noteSpan(run, event.span);
      return run;
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
    case 'run-parked':
      return { ...run, phase: run.phase === 'stopping' ? 'stopping' : 'parked' };
  }
}

function noteText(run: Draft, event: Extract<RunStreamEvent, { type: 'block-text' }>): void {
  const { blockId, step, from, text } = event;
  const block = run.blocks[blockId];
  if (block?.status !== 'running' || !('startedAtMs' in block)) return;
  const before = block.text?.step === step ? block.text.text.slice(0, from) : '';
  run.blocks[blockId] = { ...block, text: { step, text: before + text } };
}

/** Counts the iterations of each container in a path like `each:3/inner:0`. */
function noteRound(run: Draft, path: string): void {
  for (const part of path.split('/')) {
    const cut = part.lastIndexOf(':');
    const containerId = part.slice(0, cut);
    run.rounds[containerId] = Math.max(run.rounds[containerId] ?? 0, Number(part.slice(cut + 1)) + 1);
  }
}

function noteSpan(run: Draft, span: TraceSpan): void {
  const { blockId, parentId, status } = span;
  run.blocks[blockId] = { status, span };
  if (parentId === null) return;
  noteRound(run, span.id.slice(span.id.indexOf('@') + 1));
  run.inside.push(span);
  if (status === 'skipped') return;
  const { ran = 0, failed = 0 } = run.tallies[blockId] ?? {};
  run.tallies[blockId] = { ran: ran + 1, failed: failed + (status === 'error' ? 1 : 0) };
}

/** Returns the state of a past run from its log. */
export function runOfLog(log: LogDetail): RunState {
  const { traceSpans, finalOutput, error } = log.executionData;
  const spans: Draft = { ...NO_RUN, blocks: {}, inside: [], tallies: {}, rounds: {} };
  noteSpans(spans, traceSpans);
  return {
    ...spans,
    phase: 'finished',
    executionId: log.executionId,
    logId: log.id,
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

/** Records spans, those in a container before it, in the order they ended. */
function noteSpans(run: Draft, spans: readonly TraceSpan[]): void {
  for (const span of spans) {
    if (isPart(span)) continue;
    noteSpans(run, span.children);
    noteSpan(run, span);
  }
}

/** Updates a polled run's phase and waits. */
export function showWaits(run: RunState, { status, waits }: ExecutionState): RunState {
  if (run.phase !== 'parked' && run.phase !== 'running') return run;
  return { ...run, phase: status === 'parked' ? 'parked' : 'running', waits };
}

/** Returns the state of a run refused before it started; the blocks of `before` stay visible. */
export function refuseRun(before: RunState, words: string): RunState {
  const { blocks, inside, tallies, rounds, pickedIteration } = before;
  const left = { blocks, inside, tallies, rounds, pickedIteration };
  return { ...NO_RUN, ...left, phase: 'failed', failure: words };
}

export function failRun(run: RunState, words: string, nowMs: number): RunState {
  return { ...run, phase: 'failed', failure: words, blocks: withoutUnfinished(run.blocks), endedAtMs: nowMs };
}

export function isActive(run: RunState): boolean {
  return ['starting', 'running', 'parked', 'stopping'].includes(run.phase);
}

export function spanOf(blockRun: BlockRun | undefined): TraceSpan | null {
  return blockRun !== undefined && 'span' in blockRun ? blockRun.span : null;
}

/** Returns the block whose error ended the run: of a failed container, the innermost failed one in it. */
export function failedBlock({ blocks, inside }: RunState): string | null {
  let failed = Object.values(blocks)
    .map(spanOf)
    .find((span) => span?.status === 'error' && span.parentId === null);
  for (let within = failed; within != null; ) {
    failed = within;
    const { id } = within;
    within = inside.findLast(({ parentId, status }) => parentId === id && status === 'error');
  }
  return failed?.blockId ?? null;
}

/** Removes blocks that never ran, which would be shown as queued forever. */
function withoutUnfinished(blocks: RunState['blocks']): RunState['blocks'] {
  return Object.fromEntries(Object.entries(blocks).filter(([, blockRun]) => 'span' in blockRun));
}
