import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { slugOf } from '@/lib/core/references/slug';
import { type RunState, spanOf } from '../store/run-state';

/**
 * Returns the reason that a reference found nothing: its block had failed and the run went on. The run's
 * error names only the reference.
 */
export function earlierFailure({ answer, blocks }: Pick<RunState, 'answer' | 'blocks'>): TraceSpan | null {
  if (answer?.error?.code !== 'REF_PATH_NOT_FOUND') return null;
  const { message } = answer.error;
  const failed = Object.values(blocks)
    .map(spanOf)
    .find((span) => span != null && span.error !== null && readsFrom(message, slugOf(span.name)));
  return failed ?? null;
}

const readsFrom = (message: string, slug: string): boolean =>
  message.startsWith(`${slug}.`) || message.startsWith(`${slug}[`);
