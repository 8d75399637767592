import { formatDuration } from './format-quantity';

export interface DurationTextProps {
  ms: number;
  /** What it measures. */
  means?: string;
  className?: string;
}

/** A duration in a place that has no label for it. */
export function DurationText({ ms, means = 'Duration', className }: DurationTextProps) {
  return (
    <span title={means} className={className}>
      <span className="sr-only">{means}: </span>
      {formatDuration(ms)}
    </span>
  );
}
