import { failureQuestion } from '../../core/assistant/questions';
import { shapeOfValue } from '../../core/blocks/shape-of-value';
import { isPart, type TraceSpan } from '../../core/engine/trace-span';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { findLog } from '../logs/get-log';
import { withSpans } from '../logs/with-spans';
import { askAssistant } from './ask-assistant';
import { gather } from './gather';
import type { AssistantReply } from './schema';

export interface ExplainError {
  id: string;
  logId: string;
  /** The block whose error ended the run, unless given. */
  blockId?: string | undefined;
}

/** Explains a failed run of the workflow. @throws as `gather`; not_found for a log without such an error */
export async function explainError(
  actor: Actor,
  { logId, ...about }: ExplainError,
  signal: AbortSignal,
): Promise<{ data: AssistantReply }> {
  const log = await findLog(actor, logId);
  if (log.workflowId !== about.id) throw new AppError('not_found', 'Log not found.');
  const failure = await withSpans(log.id, signal, (spans) => failureOf(spans, log.error, about.blockId));
  if (failure === null) throw new AppError('not_found', 'This run has no such error.');
  const { shown, ...gathered } = await gather(
    actor,
    { ...about, blockId: failure.blockId ?? undefined },
    signal,
  );
  return { data: await askAssistant({ ...gathered, question: failureQuestion(failure, shown), signal }) };
}

type ErrorOfLog = Awaited<ReturnType<typeof findLog>>['error'];

function failureOf(spans: readonly TraceSpan[], error: ErrorOfLog, wanted: string | undefined) {
  const named = error?.blockId;
  const blockId = wanted ?? (typeof named === 'string' ? named : null);
  const span = blockId === null ? undefined : failedSpan(spans, blockId);
  const told = span?.error ?? (wanted === undefined ? error : null);
  if (!told) return null;
  const received = span === undefined ? null : shapeOfValue(span.input);
  return { code: told.code, message: told.message, blockId, received };
}

/** Returns the last failed span of the block; in a loop there may be several. */
function failedSpan(spans: readonly TraceSpan[], blockId: string): TraceSpan | undefined {
  for (const span of spans.toReversed()) {
    if (span.blockId === blockId && span.error !== null && !isPart(span)) return span;
    const inside = failedSpan(span.children, blockId);
    if (inside) return inside;
  }
  return undefined;
}
