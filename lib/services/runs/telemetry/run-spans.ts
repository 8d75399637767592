import type { Trigger } from '../../../core/blocks/trigger';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { keyValues, nanosOf, type OtlpSpan, SPAN_KIND, STATUS_ERROR } from '../../../platform/telemetry/otlp';
import { rootSpanIdOf, spanIdOf, traceIdOf } from '../../../platform/telemetry/trace-context';
import type { CompletionRow } from '../shapes/execution-row';
import { blockAttributes, blockEvents, kindOfSpan } from './block-attributes';
import type { TraceOfRun } from './trace-of-run';

/** Loops make tens of thousands of spans; the log has them all. */
export const MAX_SPANS = 1_000;
/** The lowest eight bits of a span's flags are those of `traceparent`. */
const SAMPLED = 1;
/** Started by a request; the others by a clock, a person or another run. */
const BY_REQUEST: ReadonlySet<Trigger> = new Set(['api', 'webhook', 'chat']);

type Ended = Pick<CompletionRow, 'execution' | 'level' | 'ending' | 'startedAtMs' | 'endedAtMs' | 'error'> &
  Partial<Pick<CompletionRow, 'waitedMs' | 'tags' | 'costTotal'>>;

/**
 * Converts a run and the spans of its log: the run is the root, blocks that ran are below it as the log nests them.
 * Inputs, outputs and messages with values stay in the log.
 */
export function runSpans(ended: Ended, spans: readonly TraceSpan[], trace: TraceOfRun): OtlpSpan[] {
  const { executionId } = ended.execution;
  const made: OtlpSpan[] = [];
  let leftOut = 0;
  const add = (span: TraceSpan, parentSpanId: string): void => {
    if (span.status === 'skipped') return;
    const spanId = spanIdOf(executionId, span.id);
    // The root counts as one.
    if (made.length < MAX_SPANS - 1) made.push(blockSpan(span, { ...trace, spanId, parentSpanId }));
    else leftOut += 1;
    for (const child of span.children) add(child, spanId);
  };
  for (const span of spans) add(span, trace.spanId);
  return [rootSpan(ended, trace, leftOut), ...made];
}

function rootSpan(ended: Ended, { traceId, spanId, parentSpanId }: TraceOfRun, leftOut: number): OtlpSpan {
  const { execution, level, ending, startedAtMs, endedAtMs, waitedMs, tags = [], costTotal = 0 } = ended;
  const { call, failureOf, version, acceptedAtMs } = execution;
  const error =
    ended.error === null ? null : (JSON.parse(ended.error) as { code?: string; message?: string });
  const hasFailed = level === 'error' && ending !== 'cancelled';
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name: `run ${execution.trigger}`,
    kind: BY_REQUEST.has(execution.trigger) && call === undefined ? SPAN_KIND.server : SPAN_KIND.internal,
    startTimeUnixNano: nanosOf(startedAtMs),
    endTimeUnixNano: nanosOf(endedAtMs),
    attributes: keyValues({
      'millrace.execution.id': execution.executionId,
      'millrace.log.id': execution.logId,
      'millrace.workspace.id': execution.workspaceId,
      'millrace.workflow.id': execution.workflowId,
      'millrace.workflow.version': version ?? 'draft',
      'millrace.environment': execution.environment,
      'millrace.trigger': execution.trigger,
      'millrace.mode': execution.mode,
      'millrace.status': ending ?? (level === 'error' ? 'error' : 'success'),
      'millrace.waited_ms': waitedMs,
      'millrace.cost_usd': { double: costTotal },
      'millrace.tags': tags.length === 0 ? undefined : tags,
      'millrace.parent_execution.id': call?.parentId,
      'millrace.spans_left_out': leftOut === 0 ? undefined : leftOut,
      'error.type': error?.code,
    }),
    events:
      acceptedAtMs < startedAtMs
        ? [{ timeUnixNano: nanosOf(acceptedAtMs), name: 'accepted', attributes: [] }]
        : [],
    ...(failureOf !== undefined && { links: [linkTo(failureOf)] }),
    status: hasFailed ? { code: STATUS_ERROR, message: error?.message ?? '' } : {},
    flags: SAMPLED,
  };
}

/** The run that a failure notice is about; found if its trace begins with it. */
const linkTo = (executionId: string) => ({
  traceId: traceIdOf(executionId),
  spanId: rootSpanIdOf(executionId),
  attributes: keyValues({ 'millrace.execution.id': executionId }),
});

function blockSpan(
  span: TraceSpan,
  { traceId, spanId, parentSpanId }: { traceId: string; spanId: string; parentSpanId: string },
): OtlpSpan {
  const startMs = Date.parse(span.startTime);
  return {
    traceId,
    spanId,
    parentSpanId,
    name: span.name,
    kind: kindOfSpan(span),
    startTimeUnixNano: nanosOf(startMs),
    endTimeUnixNano: nanosOf(startMs, span.durationMs),
    attributes: keyValues(blockAttributes(span)),
    events: blockEvents(span),
    status: span.status === 'error' ? { code: STATUS_ERROR, message: span.error?.message ?? '' } : {},
    flags: SAMPLED,
  };
}
