import type { TraceSpan } from '@/lib/core/engine/trace-span';
import type { LogDetail } from '@/lib/services/logs/schema';

type Failed = { executionData: Pick<LogDetail['executionData'], 'error' | 'traceSpans'> };

/** Why a run failed, where its trace doesn't show it: no block had begun, or the run itself was ended. */
export function errorOfNoSpan({ executionData: { error, traceSpans } }: Failed) {
  return hasFailure(traceSpans) ? null : error;
}

const hasFailure = (spans: readonly TraceSpan[]): boolean =>
  spans.some(({ status, children }) => status === 'error' || hasFailure(children));
