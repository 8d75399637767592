import type { BlockAttempt, BlockError, BlockResult } from '../blocks/block';
import type { PlannedBlock } from './compile-block';
import type { Masker } from './masker';
import type { BlockRun } from './run-block';
import { capForStorage } from './span-size';
import type { TraceSpan } from './trace-span';

/** How a block ended; values are whole and not masked yet. */
export interface SpanEnd {
  status: TraceSpan['status'];
  input: unknown;
  output: unknown;
  error: BlockError | null;
  warnings?: readonly string[] | undefined;
  attempts?: BlockAttempt[] | undefined;
}

let lastMs = Number.NaN;
let lastIso = '';

/** ISO 8601 of a millisecond; blocks of one run mostly share a few of them. */
export function isoTime(ms: number): string {
  const whole = Math.floor(ms);
  if (whole !== lastMs) {
    lastIso = new Date(whole).toISOString();
    lastMs = whole;
  }
  return lastIso;
}

/** The span as it is stored and shown: secrets masked, big values replaced by their size. */
export function blockSpan(
  block: PlannedBlock,
  startMs: number,
  endMs: number,
  end: SpanEnd,
  masker: Masker,
): TraceSpan {
  const span: TraceSpan = {
    id: block.id,
    parentId: null,
    blockId: block.id,
    name: block.name,
    type: block.type,
    status: end.status,
    startTime: isoTime(startMs),
    endTime: isoTime(endMs),
    durationMs: Math.max(0, Math.round((endMs - startMs) * 1000) / 1000),
    input: capForStorage(masker.value(end.input)),
    output: capForStorage(masker.value(end.output)),
    error: end.error && { ...(masker.value(end.error) as BlockError) },
    children: [],
  };
  if (end.attempts) span.attempts = end.attempts;
  if (end.warnings && end.warnings.length > 0) span.warnings = end.warnings.map((text) => masker.text(text));
  return span;
}

/** The port a run goes on from: a connected error port catches every failure; null when nothing does. */
export function branchOf(block: PlannedBlock, result: BlockResult): string | null {
  if (result.ok) return result.branch ?? 'out';
  if (block.errorPort !== null) return block.errorPort;
  return result.continuable ? 'out' : null;
}

/** `branch`: from `branchOf`. */
export function endOf(block: PlannedBlock, { result, input }: BlockRun, branch: string | null): SpanEnd {
  return {
    status: result.ok ? 'success' : branch !== null && branch !== block.errorPort ? 'warning' : 'error',
    input,
    output: result.output,
    error: result.ok ? null : result.error,
    attempts: result.attempts,
    warnings: result.warnings,
  };
}
