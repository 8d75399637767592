import { cn } from './class-names';
import { tickLabel } from './value-ticks';

interface ValueAxisProps {
  ticks: readonly number[];
  /** Returns the share of the plot's height, from 0 at the bottom to 1. */
  shareOf: (value: number) => number;
  format: (value: number) => string;
}

/** The numbers beside a plot, each at its line. */
export function ValueAxis({ ticks, shareOf, format }: ValueAxisProps) {
  return (
    <div className="tabular relative h-full w-13 shrink-0 text-faint text-xs" aria-hidden data-value-axis>
      {ticks.map((tick) => (
        <span
          key={tick}
          className="absolute right-1.5 translate-y-1/2 whitespace-nowrap leading-none"
          style={{ bottom: `${shareOf(tick) * 100}%` }}
        >
          {tickLabel(format(tick))}
        </span>
      ))}
    </div>
  );
}

/** Fewer labels are shown if there is no space. */
const QUARTERS = [
  { at: 1 / 4, shown: '@2xl:inline hidden' },
  { at: 1 / 2, shown: '@sm:inline hidden' },
  { at: 3 / 4, shown: '@2xl:inline hidden' },
] as const;
const FEWEST_BARS = 8;

interface TimeAxisProps {
  /** The labels of the bars. */
  labels: readonly string[];
  /** The start of the first bar and the end of the last. */
  ends: readonly [string, string];
}

/** The times under a plot: its ends, and the starts of some bars between them. */
export function TimeAxis({ labels, ends }: TimeAxisProps) {
  const inner = labels.length < FEWEST_BARS ? [] : QUARTERS;
  return (
    <div className="@container tabular relative flex justify-between text-faint text-xs" data-time-axis>
      <span>{ends[0]}</span>
      {inner.map(({ at, shown }) => {
        const index = Math.round(labels.length * at);
        return (
          <span
            key={at}
            className={cn('absolute -translate-x-1/2 whitespace-nowrap', shown)}
            style={{ left: `${(index / labels.length) * 100}%` }}
            aria-hidden
          >
            {labels[index]}
          </span>
        );
      })}
      <span>{ends[1]}</span>
    </div>
  );
}
