import { isPart, type TraceSpan } from '@/lib/core/engine/trace-span';
import type { LogDetail } from '@/lib/services/logs/schema';
import type { ExecutionState, RunAnswer, RunStreamEvent } from '@/lib/services/runs/schema';

/** What a block does in the run that is shown. */
export type BlockRun =
  | { status: 'queued' }
  | { status: 'running'; startedAtMs: number; text?: LiveText }
  | { status: TraceSpan['status']; span: TraceSpan };

/** What a model has written up to now, in this step of its block. */
export interface LiveText {
  step: number;
  text: string;
}

export interface Tally {
  ran: number;
  failed: number;
}

export interface RunState {
  /** `parked`: it waits for a time or an answer, and goes on later. */
  phase: 'idle' | 'starting' | 'running' | 'parked' | 'stopping' | 'finished' | 'failed';
  executionId: string | null;
  logId: string | null;
  /** Of a block in a container, its last iteration. */
  blocks: Readonly<Record<string, BlockRun>>;
  /**
   * What blocks in containers did, in the order they ended; each names its container's span and its
   * iteration.
   */
  inside: readonly TraceSpan[];
  /** By block in a container: how often it ran and failed. */
  tallies: Readonly<Record<string, Tally>>;
  /** By container: how many iterations have begun, the last time it ran. */
  rounds: Readonly<Record<string, number>>;
  /** The iteration that somebody chose to look at, as in the ids of its spans (`each:3/inner:0`). */
  pickedIteration: string | null;
  /** What it waits for while it is parked. */
  waits: ExecutionState['waits'];
  startedAtMs: number | null;
  endedAtMs: number | null;
  answer: RunAnswer | null;
  /** Started with the input of the run before, without asking. */
  reusesInput: boolean;
  /** Why it could not be started or watched, in words. */
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

/** Many events in one step: a loop of quick blocks brings thousands, and each step draws the canvas. */
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
      // A container that lies in another one runs again and again.
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

/** `each:3/inner:0` → the iterations of each container that it names. */
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

/** A run of the past, as its log has it. */
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

/** What ran in a container comes before it, as it ended. */
function noteSpans(run: Draft, spans: readonly TraceSpan[]): void {
  for (const span of spans) {
    if (isPart(span)) continue;
    noteSpans(run, span.children);
    noteSpan(run, span);
  }
}

/** How a run stands that is asked for now and then. */
export function showWaits(run: RunState, { status, waits }: ExecutionState): RunState {
  if (run.phase !== 'parked' && run.phase !== 'running') return run;
  return { ...run, phase: status === 'parked' ? 'parked' : 'running', waits };
}

/** One that was refused before it started, in place of `before`: what that run left stays in sight. */
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

/** The block whose error ended the run: of a container that failed, the innermost one in it that did. */
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

/** What never got its turn shows nothing, rather than waiting for ever. */
function withoutUnfinished(blocks: RunState['blocks']): RunState['blocks'] {
  return Object.fromEntries(Object.entries(blocks).filter(([, blockRun]) => 'span' in blockRun));
}
