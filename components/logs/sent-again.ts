import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import {
  type AcceptedRequest,
  acceptedRequests,
  actsForEach,
  flatSpans,
} from '@/lib/core/replay/accepted-requests';
import type { Effect } from '@/lib/services/effects/schema';
import type { LogDetail } from '@/lib/services/logs/schema';

/**
 * Returns the requests that a run had accepted, and that a new run would send again. What is kept of them is more
 * than the trace shows: the calls of agents and the requests of called workflows are in it.
 * @param from the block to go on from; null: the beginning
 */
export function sentAgain(
  { executionId, executionData }: Pick<LogDetail, 'executionId' | 'executionData'>,
  from: string | null,
  effects: readonly Effect[],
): AcceptedRequest[] {
  const spans = spansFrom(executionData.traceSpans, from);
  const blocks = new Set([...flatSpans(spans)].map(({ blockId }) => blockId));
  const traced = acceptedRequests(spans, blockDefinitions);
  const kept = effects.filter(
    (effect) =>
      isRepeated(effect) &&
      (from === null || (effect.executionId === executionId && blocks.has(effect.blockId))),
  );
  return kept.length < traced.length ? traced : kept;
}

/** The blocks that began with that block, or after it. */
function spansFrom(spans: readonly TraceSpan[], from: string | null): readonly TraceSpan[] {
  const first = from === null ? undefined : spans.find(({ blockId }) => blockId === from);
  if (first === undefined) return spans;
  const startMs = Date.parse(first.startTime);
  return spans.filter(({ startTime }) => Date.parse(startTime) >= startMs);
}

/** A key that the author chose is the same in a new run, so that the server knows the request again. */
function isRepeated({ outcome, method, idempotencyKey, executionId }: Effect): boolean {
  const isOwnKey = idempotencyKey !== null && !idempotencyKey.startsWith(`${executionId}.`);
  return outcome === 'accepted' && actsForEach(method) && !isOwnKey;
}
