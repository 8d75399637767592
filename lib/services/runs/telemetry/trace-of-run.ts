import { stepOf } from '../../../core/engine/request-key';
import { telemetry } from '../../../platform/telemetry/telemetry';
import {
  formatTraceparent,
  parseTraceparent,
  rootSpanIdOf,
  spanIdOf,
  type TraceContext,
  traceIdOf,
} from '../../../platform/telemetry/trace-context';
import type { ExecutionRow } from '../shapes/execution-row';

type Traced = Pick<ExecutionRow, 'executionId' | 'traceparent'>;

/** The place of a run's own span. */
export interface TraceOfRun extends TraceContext {
  /** Undefined where the trace begins. */
  parentSpanId?: string;
}

/** Returns where the run belongs: in its caller's trace, or at the head of its own. */
export function traceOfRun({ executionId, traceparent }: Traced): TraceOfRun {
  const above = parseTraceparent(traceparent);
  const traceId = above?.traceId ?? traceIdOf(executionId);
  return {
    traceId,
    spanId: rootSpanIdOf(executionId),
    isSampled: telemetry()?.isSampled(traceId, above?.isSampled ?? null) ?? false,
    ...(above !== null && { parentSpanId: above.spanId }),
  };
}

/**
 * The `traceparent` of what a block of the run calls; undefined where nothing is sent to a collector.
 * @param step the block's `stepKey`, which is the id of its span in the log
 */
export function traceparentOfStep(row: Traced, step: string): string | undefined {
  if (telemetry() === null) return undefined;
  return formatTraceparent({ ...traceOfRun(row), spanId: spanIdOf(row.executionId, step) });
}

/** The same for a request, by its idempotency key. */
export const traceparentOfKey = (row: Traced, key: string): string | undefined =>
  traceparentOfStep(row, stepOf(key));
