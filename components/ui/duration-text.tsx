import { formatDuration } from './format-quantity';

export interface DurationTextProps {
  ms: number;
  /** The name of the measured time. */
  means?: string;
  className?: string;
}

/** A duration in a place without a label for it. */
export function DurationText({ ms, means = 'Duration', className }: DurationTextProps) {
  return (
    <span title={means} className={className}>
      <span className="sr-only">{means}: </span>
      {formatDuration(ms)}
    </span>
  );
}
