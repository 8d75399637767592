import type { ReactNode } from 'react';
import { type Bar, type BarSeries, type Format, sayValue } from './bar-words';
import { cn } from './class-names';

export interface ReadOutProps {
  bar: Bar;
  series: readonly BarSeries[];
  format: Format;
  mark: { label: string; count: number } | undefined;
  /** The position of the bar's middle, from 0 at the left to 1. */
  at: number;
}

/** The values of the bar under the pointer, beside it. Screen readers get them from the slider. */
export function ReadOut({ bar, series, format, mark, at }: ReadOutProps) {
  const side =
    at < 0.5 ? { left: `calc(${at * 100}% + 10px)` } : { right: `calc(${(1 - at) * 100}% + 10px)` };
  return (
    <div
      aria-hidden
      data-chart-read-out
      className={cn(
        'tabular pointer-events-none absolute top-0 z-20 flex flex-col gap-0.5 whitespace-nowrap rounded-md',
        'bg-raised px-2 py-1 text-ink text-xs shadow-float',
      )}
      style={side}
    >
      <span className="text-muted">{bar.label}</span>
      {series.map(({ key, label, fill }, index) => (
        <Line key={key} label={label} fill={fill}>
          {sayValue(bar.values[index], format)}
        </Line>
      ))}
      {mark ? (
        <Line label={mark.label} fill={MARK_FILL}>
          {mark.count}
        </Line>
      ) : null}
    </div>
  );
}

export const MARK_FILL = 'fill-accent-solid';

function Line({ label, fill, children }: { label: string; fill: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <svg viewBox="0 0 8 8" className="size-2 shrink-0" aria-hidden>
        <rect width="8" height="8" rx="2" className={fill} />
      </svg>
      {label}
      <span className="ml-auto pl-3 font-medium">{children}</span>
    </span>
  );
}
