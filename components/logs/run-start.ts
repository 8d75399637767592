import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import { isShortened } from '@/lib/core/blocks/shortened-value';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { isOfTrigger, startsRun } from '@/lib/core/replay/compare-spans';
import { isJsonObject } from '@/lib/platform/text/exact-number';
import type { LogDetail } from '@/lib/services/logs/schema';

export interface RunStart {
  span: TraceSpan;
  /** The input of the Start block; null if a trigger began the run, or if it was too large to store. */
  input: Record<string, unknown> | null;
}

/** Returns the block that began a run; null if none did. */
export function startOf({ executionData }: Pick<LogDetail, 'executionData'>): RunStart | null {
  const span = executionData.traceSpans.find(startsRun);
  if (span === undefined) return null;
  const { input } = span;
  const isWhole = isJsonObject(input) && !isShortened(input) && !Object.values(input).some(isShortened);
  return { span, input: isWhole && !isOfTrigger(span) ? input : null };
}

/** Returns the blocks from which a new run can start, in the order of their start. */
export function laterBlocks({ executionData }: Pick<LogDetail, 'executionData'>): TraceSpan[] {
  return executionData.traceSpans
    .filter(({ type, status }) => status !== 'skipped' && blockDefinitions.get(type)?.hasInput !== false)
    .sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));
}

/** Returns the failed block outside containers, or the container of the failed block. */
export const failedBlock = ({ executionData }: Pick<LogDetail, 'executionData'>): TraceSpan | undefined =>
  executionData.error === null
    ? undefined
    : executionData.traceSpans.findLast(
        ({ type, status }) => status === 'error' && blockDefinitions.get(type)?.hasInput !== false,
      );
