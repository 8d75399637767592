import type { TraceSpan } from '@/lib/core/engine/trace-span';

/** A stretch of the bar, in percent of the whole run. */
export interface Stretch {
  kind: 'work' | 'wait' | 'failed-try';
  leftPercent: number;
  widthPercent: number;
}

export interface WaterfallRow {
  span: TraceSpan;
  depth: number;
  stretches: Stretch[];
}

const MIN_PERCENT = 0.6;

/**
 * Spans as the rows of a waterfall, children under their parents, in order of start. Times in milliseconds.
 */
export function waterfallRows(
  spans: readonly TraceSpan[],
  startedAtMs: number,
  totalMs: number,
): WaterfallRow[] {
  const whole = Math.max(totalMs, ...spans.map((span) => Date.parse(span.endTime) - startedAtMs), 1);
  const rows: WaterfallRow[] = [];
  const visit = (level: readonly TraceSpan[], depth: number) => {
    const ordered = [...level].sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));
    for (const span of ordered) {
      rows.push({ span, depth, stretches: stretchesOf(span, startedAtMs, whole) });
      visit(span.children, depth + 1);
    }
  };
  visit(spans, 0);
  return rows;
}

/** With more than one try: each try and the pause before it; else one stretch. */
function stretchesOf(span: TraceSpan, startedAtMs: number, whole: number): Stretch[] {
  const place = (kind: Stretch['kind'], fromMs: number, ms: number): Stretch => {
    const widthPercent = Math.min(100, Math.max(MIN_PERCENT, (ms / whole) * 100));
    const leftPercent = Math.max(0, Math.min(100 - widthPercent, (fromMs / whole) * 100));
    return { kind, leftPercent, widthPercent };
  };
  const attempts = span.attempts ?? [];
  if (span.status === 'skipped') return [];
  if (attempts.length < 2) return [place('work', Date.parse(span.startTime) - startedAtMs, span.durationMs)];
  return attempts.flatMap((attempt, index) => {
    const from = Date.parse(attempt.startedAt) - startedAtMs;
    const last = index === attempts.length - 1;
    const tried = place(last ? 'work' : 'failed-try', from, attempt.durationMs);
    return attempt.waitMs > 0 ? [place('wait', from - attempt.waitMs, attempt.waitMs), tried] : [tried];
  });
}
