import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { formatDuration } from '../../ui/format-quantity';

/** The attempts of a block, for each of its pages: the pause before, the duration, the result. */
export function AttemptList({ attempts }: { attempts: NonNullable<TraceSpan['attempts']> }) {
  const entries = attempts.map((attempt, index) => ({ attempt, number: index + 1 }));
  return (
    <ol className="tabular divide-y divide-line rounded-lg border border-line text-xs">
      {entries.map(({ attempt, number }) => (
        <li key={number} className="flex items-center gap-3 px-2.5 py-1.5">
          <span className="min-w-4 text-faint">
            {attempt.page === undefined ? number : `Page ${attempt.page}`}
          </span>
          <span className="flex-1">{attempt.status ?? attempt.code ?? 'no response'}</span>
          {attempt.waitMs > 0 ? (
            <span className="text-faint">after {formatDuration(attempt.waitMs)}</span>
          ) : null}
          <span>{formatDuration(attempt.durationMs)}</span>
        </li>
      ))}
    </ol>
  );
}
