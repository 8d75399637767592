import { Hourglass } from 'lucide-react';
import type { LogSummary } from '@/lib/services/logs/schema';
import { formatDuration } from '../ui/format-quantity';

type Timed = Pick<LogSummary, 'totalDurationMs' | 'waitedMs'>;

/** Returns how a run's time divides into work and waits; null for a run that never waited. */
export function waitingWords({ totalDurationMs, waitedMs }: Timed): string | null {
  if (waitedMs === 0) return null;
  return `${formatDuration(totalDurationMs - waitedMs)} working, ${formatDuration(waitedMs)} waiting`;
}

/** The duration of a run, with an icon if it includes waits. */
export function RunDuration({ run, className }: { run: Timed; className?: string }) {
  const waiting = waitingWords(run);
  return (
    <span title={waiting ?? 'Duration'} className={className}>
      <span className="sr-only">Duration: </span>
      {waiting === null ? null : (
        <Hourglass className="mr-1 inline size-3 align-[-1px] text-faint" aria-hidden />
      )}
      {formatDuration(run.totalDurationMs)}
      {waiting === null ? null : <span className="sr-only">, {waiting}</span>}
    </span>
  );
}
