import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { isWait, waitedMs } from '@/lib/core/engine/waiting-time';
import { formatDuration } from '../ui/format-quantity';

/** Describes how a block's time was spent. */
export function timeWords(span: TraceSpan): string {
  const { attempts = [], children, durationMs, pinned } = span;
  if (pinned) return 'Pinned: it did not run';
  if (isWait(span)) return `Waited ${formatDuration(durationMs)}`;
  const pausedMs = attempts.reduce((sum, { waitMs }) => sum + waitMs, 0);
  const insideMs = waitedMs(children);
  const ran = `ran ${formatDuration(Math.max(0, durationMs - pausedMs - insideMs))}`;
  if (pausedMs > 0) return `Waited ${formatDuration(pausedMs)} between attempts, ${ran}`;
  if (insideMs > 0) return `Waited ${formatDuration(insideMs)} with its blocks, ${ran}`;
  return `Ran ${formatDuration(durationMs)}, from its start to its end on the server`;
}
