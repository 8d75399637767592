'use client';

import { type ReactNode, useId, useState } from 'react';
import { cn } from './class-names';
import { useBrush } from './use-brush';

export interface BarSeries {
  key: string;
  label: string;
  /** Fill of an SVG shape. */
  fill: string;
}

export interface Bar {
  /** Of its own among the bars. */
  key: string;
  /** What the bar stands for, in words: a time, for example. */
  label: string;
  /** By series, in their order; null where there is none. */
  values: readonly (number | null)[];
}

export interface BarChartProps {
  label: string;
  bars: readonly Bar[];
  series: readonly BarSeries[];
  /** Series that are no parts of a whole stand in front of one another, the first at the back. */
  isLayered?: boolean;
  /** A value in words; the number itself unless given. */
  format?: (value: number) => string;
  /** What stands above the chart while no bar is pointed at. */
  caption: ReactNode;
  /** Bars can be chosen by dragging and with the keyboard: `first` to `last`, both included. */
  onChoose?: (first: number, last: number) => void;
  /** Of the plot. */
  heightPx: number;
  /** Written under the first and the last bar. */
  ends: readonly [string, string];
}

const BAR_WIDTH = 10;
const GAP = 1.5;
/** A value that is there is seen. */
const LEAST_HEIGHT_PX = 2;

/** Bars, stacked from the bottom up unless they are layered, and the same as a table. */
export function BarChart({ label, caption, heightPx, ...rest }: BarChartProps) {
  const [isTable, setTable] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  const { bars, series, format = String } = rest;
  const bar = shown === null ? undefined : bars[shown];
  return (
    <figure aria-label={label} className="m-0 flex flex-col gap-1">
      <figcaption className="flex h-6 items-center justify-between gap-3 text-xs">
        <span className="tabular min-w-0 truncate text-muted" data-chart-caption>
          {bar === undefined ? caption : describeBar(bar, series, format)}
        </span>
        <span className="flex shrink-0 items-center gap-3">
          <Legend series={series} />
          <button
            type="button"
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
            className="rounded px-1 text-muted underline-offset-2 hover:text-ink hover:underline"
          >
            Table
          </button>
        </span>
      </figcaption>
      {isTable ? (
        <BarTable label={label} heightPx={heightPx} {...rest} />
      ) : (
        <Plot label={label} heightPx={heightPx} shown={shown} onShow={setShown} {...rest} />
      )}
    </figure>
  );
}

function describeBar(
  { label, values }: Bar,
  series: readonly BarSeries[],
  format: (value: number) => string,
) {
  return [label, ...series.map((one, index) => `${one.label} ${say(values[index], format)}`)].join(' · ');
}

const say = (value: number | null | undefined, format: (value: number) => string): string =>
  typeof value === 'number' ? format(value) : '–';

function Legend({ series }: { series: readonly BarSeries[] }) {
  if (series.length < 2) return null;
  return series.map(({ key, label, fill }) => (
    <span key={key} className="flex items-center gap-1.5 text-muted max-sm:hidden">
      <svg viewBox="0 0 8 8" className="size-2" aria-hidden>
        <rect width="8" height="8" rx="2" className={fill} />
      </svg>
      {label}
    </span>
  ));
}

type PlotProps = Omit<BarChartProps, 'caption'> & {
  shown: number | null;
  onShow: (index: number | null) => void;
};

/** The highest of all bars; what is less than 1, costs and rates, fills the plot too. */
function highest(bars: readonly Bar[], isLayered: boolean): number {
  const heights = bars.map(({ values }) => {
    const numbers = values.map((value) => value ?? 0);
    return isLayered ? Math.max(0, ...numbers) : numbers.reduce((sum, value) => sum + value, 0);
  });
  return Math.max(0, ...heights) || 1;
}

function Plot(props: PlotProps) {
  const { label, bars, series, isLayered = false, format = String, onChoose } = props;
  const { heightPx, ends, shown, onShow } = props;
  const most = highest(bars, isLayered);
  const brush = useBrush({ count: bars.length, onChoose, onShow });
  const current = bars[shown ?? bars.length - 1];
  const valueText = current && describeBar(current, series, format);
  const hintId = useId();
  return (
    <div className="flex flex-col">
      <div
        {...brush.handlers}
        {...(onChoose
          ? {
              role: 'slider',
              'aria-label': label,
              tabIndex: 0,
              'aria-valuemin': 1,
              'aria-valuemax': bars.length,
              'aria-valuenow': (shown ?? bars.length - 1) + 1,
              'aria-valuetext': valueText,
              'aria-describedby': hintId,
            }
          : { role: 'img', 'aria-label': label })}
        className={cn('relative rounded-sm', onChoose && 'cursor-crosshair touch-pan-y select-none')}
        style={{ height: heightPx }}
      >
        <svg
          aria-hidden
          viewBox={`0 0 ${bars.length * BAR_WIDTH} ${heightPx}`}
          preserveAspectRatio="none"
          className="block size-full"
        >
          <line
            x1="0"
            x2={bars.length * BAR_WIDTH}
            y1={heightPx - 0.5}
            y2={heightPx - 0.5}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
          {bars.map((bar, index) => (
            <Column
              key={bar.key}
              bar={bar}
              series={series}
              isLayered={isLayered}
              x={index * BAR_WIDTH}
              scale={(heightPx - 1) / most}
              heightPx={heightPx}
              isShown={index === shown}
            />
          ))}
        </svg>
        {brush.chosen ? (
          <div
            aria-hidden
            className="pointer-events-none absolute inset-y-0 border-accent-solid border-x bg-accent-solid/15"
            style={{
              left: `${(brush.chosen[0] / bars.length) * 100}%`,
              width: `${((brush.chosen[1] - brush.chosen[0] + 1) / bars.length) * 100}%`,
            }}
          />
        ) : null}
      </div>
      <div className="tabular flex justify-between text-faint text-xs">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
      {onChoose ? (
        <p id={hintId} className="sr-only">
          Arrow keys move from bar to bar, with Shift they choose several, Enter filters by those.
        </p>
      ) : null}
    </div>
  );
}

interface ColumnProps {
  bar: Bar;
  series: readonly BarSeries[];
  isLayered: boolean;
  x: number;
  /** Pixels for each 1 of a value. */
  scale: number;
  heightPx: number;
  isShown: boolean;
}

function Column({ bar, series, isLayered, x, scale, heightPx, isShown }: ColumnProps) {
  let top = heightPx - 1;
  return (
    <g className={isShown ? 'opacity-100' : 'opacity-80'}>
      {isShown ? <rect x={x} y={0} width={BAR_WIDTH} height={heightPx} className="fill-hover" /> : null}
      {series.map(({ key, fill }, index) => {
        const value = bar.values[index] ?? 0;
        if (value === 0) return null;
        const height = Math.max(LEAST_HEIGHT_PX, value * scale);
        top = Math.max(0, (isLayered ? heightPx - 1 : top) - height);
        return (
          <rect
            key={key}
            x={x + GAP / 2}
            y={top}
            width={BAR_WIDTH - GAP}
            height={height}
            className={fill}
            data-series={key}
          />
        );
      })}
    </g>
  );
}

function BarTable({ label, bars, series, format = String, heightPx }: Omit<BarChartProps, 'caption'>) {
  return (
    <section
      aria-label={`${label}, table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-y-auto rounded border border-line bg-surface"
      style={{ height: heightPx + 16 }}
    >
      <table className="tabular w-full text-left text-xs">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 bg-sunken">
          <tr>
            <th scope="col" className="px-2 py-1 font-medium text-muted">
              Start
            </th>
            {series.map((one) => (
              <th key={one.key} scope="col" className="px-2 py-1 text-right font-medium text-muted">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.key} className="border-line border-t">
              <th scope="row" className="whitespace-nowrap px-2 py-1 font-normal">
                {bar.label}
              </th>
              {series.map((one, index) => (
                <td key={one.key} className="px-2 py-1 text-right">
                  {say(bar.values[index], format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
