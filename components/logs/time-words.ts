import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { formatDuration } from '../ui/format-quantity';
import { isWait } from './waterfall';

/** What the time of a block was spent on. */
export function timeWords(span: TraceSpan): string {
  const { attempts = [], durationMs, pinned } = span;
  if (pinned) return 'Pinned: it did not run';
  if (isWait(span)) return `Waited ${formatDuration(durationMs)}`;
  const waitedMs = attempts.reduce((sum, { waitMs }) => sum + waitMs, 0);
  const ran = `ran ${formatDuration(Math.max(0, durationMs - waitedMs))}`;
  if (waitedMs > 0) return `Waited ${formatDuration(waitedMs)} between attempts, ${ran}`;
  return `Ran ${formatDuration(durationMs)}, from its start to its end on the server`;
}
