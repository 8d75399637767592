import { MAX_TAGS } from '../../../core/blocks/run-tags';
import type { RunOutcome } from '../../../core/engine/ports';
import type { RunEffects, StepEffects } from '../../../core/engine/run-effect';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { waitedMs } from '../../../core/engine/waiting-time';
import { writeJson } from '../../../platform/text/json-text';
import { costOf } from '../../logs/cost';
import type { CompletionRow, ExecutionRow } from '../shapes/execution-row';

export interface EndedRun {
  row: ExecutionRow;
  outcome: RunOutcome;
  startedAtMs: number;
  /** True if `runtime.execution` holds its row. */
  hasRow: boolean;
}

/** A run that ended now, as it is recorded. */
export function completionOf({ row, outcome, startedAtMs, hasRow }: EndedRun): CompletionRow {
  const cost = costOf(outcome.traceSpans);
  const tags = tagsOf(row, outcome);
  const endedAtMs = Math.max(startedAtMs, Date.now());
  return {
    execution: row,
    hasRow,
    level: outcome.level,
    ending: endingOf(outcome),
    startedAtMs,
    endedAtMs,
    waitedMs: Math.min(Math.round(waitedMs(outcome.traceSpans)), endedAtMs - startedAtMs),
    costTotal: cost.total,
    tags,
    traceSpans: writeJson(outcome.traceSpans),
    spans: outcome.traceSpans,
    finalOutput: writeJson(outcome.loggedOutput ?? null),
    cost: JSON.stringify(cost),
    error: outcome.error === null ? null : writeJson(outcome.error),
    exact: outcome.exact === null ? null : writeJson(outcome.exact),
    files: outcome.files,
    effects: outcome.effects && keptEffects({ ...row, tags }, outcome.effects),
  };
}

/**
 * Returns what is kept of the effects: those of runs with tags, by which they are looked for, of workflows that
 * ask for it, and of runs that others call, because the tags may be the caller's.
 */
export function keptEffects(
  { tags = [], call }: Pick<ExecutionRow, 'tags' | 'call'>,
  effects: RunEffects,
): StepEffects | undefined {
  return effects.isAsked || tags.length > 0 || call !== undefined ? effects : undefined;
}

/** Its caller's first; those above ten are left out. */
function tagsOf({ tags = [] }: ExecutionRow, outcome: RunOutcome): readonly string[] {
  if (outcome.tags.length === 0) return tags;
  return [...new Set([...tags, ...outcome.tags])].slice(0, MAX_TAGS);
}

/** A block that ends with that code has failed; of a run that was stopped the error names none. */
function endingOf({ error, level, traceSpans }: RunOutcome): CompletionRow['ending'] {
  if (error?.code === 'CANCELLED' && error.blockId === undefined) return 'cancelled';
  return level === 'info' && hasUnchecked(traceSpans) ? 'warning' : undefined;
}

const hasUnchecked = (spans: readonly TraceSpan[]): boolean =>
  spans.some(({ unchecked, children }) => unchecked === true || hasUnchecked(children));
