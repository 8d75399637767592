'use client';

import { type ReactNode, useId, useState } from 'react';
import { BarTable } from './bar-table';
import { type Bar, type BarMarks, type BarSeries, describeBar, type Format, highestBar } from './bar-words';
import { TimeAxis, ValueAxis } from './chart-axes';
import { MARK_FILL, ReadOut } from './chart-read-out';
import { cn } from './class-names';
import { useBrush } from './use-brush';
import { type ValueUnit, valueTicks } from './value-ticks';

export type { Bar, BarSeries } from './bar-words';

export interface BarChartProps {
  label: string;
  bars: readonly Bar[];
  series: readonly BarSeries[];
  /** If true, the series are drawn in front of one another instead of stacked, the first at the back. */
  isLayered?: boolean;
  /** Marked bars are underlined. */
  marks?: BarMarks | undefined;
  /** Formats a value; without it the number itself is shown. */
  format?: Format;
  /** The unit for the lines across the plot; any number by default. */
  unit?: ValueUnit;
  /** The content above the chart. */
  caption: ReactNode;
  /** Makes bars selectable by dragging and by keyboard: `first` to `last`, both included. */
  onChoose?: (first: number, last: number) => void;
  /** The height of the plot. */
  heightPx: number;
  /** The labels under the first and the last bar. */
  ends: readonly [string, string];
}

const BAR_WIDTH = 10;
const GAP = 1.5;
/** The minimum height, so that every value above 0 is visible. */
const LEAST_HEIGHT_PX = 2;
const MARK_HEIGHT_PX = 3;
/** The height of the times under the plot. */
const TIMES_HEIGHT_PX = 16;
/** The minimum distance between lines across the plot. */
const TICK_ROOM_PX = 28;

/** Bars between two axes, stacked from the bottom unless they are layered; also available as a table. */
export function BarChart({ label, caption, heightPx, ...rest }: BarChartProps) {
  const [isTable, setTable] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  const { bars, series, marks, format = String } = rest;
  const tableHeightPx = heightPx + TIMES_HEIGHT_PX + (marks ? MARK_HEIGHT_PX : 0);
  return (
    <figure aria-label={label} className="m-0 flex flex-col gap-1">
      <figcaption className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 text-xs">
        <span className="tabular min-w-0 text-muted">{caption}</span>
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
        <BarTable
          label={label}
          bars={bars}
          series={series}
          marks={marks}
          format={format}
          heightPx={tableHeightPx}
        />
      ) : (
        <Plot label={label} heightPx={heightPx} shown={shown} onShow={setShown} {...rest} />
      )}
    </figure>
  );
}

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

function Plot(props: PlotProps) {
  const { label, bars, series, isLayered = false, marks, format = String, unit = 'number', onChoose } = props;
  const { heightPx, ends, shown, onShow } = props;
  const most = highestBar(bars, isLayered);
  // Values below 1, such as costs and rates, fill the plot too.
  const scale = (heightPx - 1) / (most || 1);
  const ticks = valueTicks(most, Math.floor(heightPx / TICK_ROOM_PX), unit);
  const brush = useBrush({ count: bars.length, onChoose, onShow });
  const markAt = (index: number) => marks && { label: marks.label, count: marks.counts[index] ?? 0 };
  const current = shown ?? bars.length - 1;
  const bar = bars[current];
  const hintId = useId();
  return (
    <div className="flex">
      <div style={{ height: heightPx }}>
        <ValueAxis ticks={ticks} shareOf={(value) => (value * scale) / heightPx} format={format} />
      </div>
      <div className="min-w-0 flex-1">
        <div
          {...brush.handlers}
          {...(onChoose
            ? {
                role: 'slider',
                'aria-label': label,
                tabIndex: 0,
                'aria-valuemin': 1,
                'aria-valuemax': bars.length,
                'aria-valuenow': current + 1,
                'aria-valuetext': bar && describeBar(bar, series, format, markAt(current)),
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
            {ticks.map((tick) => (
              <line
                key={tick}
                x1="0"
                x2={bars.length * BAR_WIDTH}
                y1={heightPx - 0.5 - tick * scale}
                y2={heightPx - 0.5 - tick * scale}
                className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {bars.map((one, index) => (
              <Column
                key={one.key}
                bar={one}
                series={series}
                isLayered={isLayered}
                x={index * BAR_WIDTH}
                scale={scale}
                heightPx={heightPx}
                isShown={index === shown}
              />
            ))}
          </svg>
          {brush.chosen ? (
            <div
              aria-hidden
              className={cn(
                'pointer-events-none absolute inset-y-0 border-accent-solid border-x',
                'bg-accent-solid/15',
              )}
              style={{
                left: `${(brush.chosen[0] / bars.length) * 100}%`,
                width: `${((brush.chosen[1] - brush.chosen[0] + 1) / bars.length) * 100}%`,
              }}
            />
          ) : null}
          {shown !== null && bar ? (
            <ReadOut
              bar={bar}
              series={series}
              format={format}
              mark={markAt(shown)}
              at={(shown + 0.5) / bars.length}
            />
          ) : null}
        </div>
        {marks ? <MarkLine counts={marks.counts} /> : null}
        <TimeAxis labels={bars.map((one) => one.label)} ends={ends} />
      </div>
      {onChoose ? (
        <p id={hintId} className="sr-only">
          Arrow keys move from bar to bar, with Shift they choose several, Enter filters by those.
        </p>
      ) : null}
    </div>
  );
}

/** The mark under each marked bar. */
function MarkLine({ counts }: { counts: readonly number[] }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${counts.length * BAR_WIDTH} ${MARK_HEIGHT_PX}`}
      preserveAspectRatio="none"
      className="block w-full"
      style={{ height: MARK_HEIGHT_PX }}
    >
      {counts.map((count, index) => {
        if (count === 0) return null;
        const x = index * BAR_WIDTH;
        return (
          <rect
            key={x}
            x={x}
            y={0}
            width={BAR_WIDTH}
            height={MARK_HEIGHT_PX}
            className={MARK_FILL}
            data-mark
          />
        );
      })}
    </svg>
  );
}

interface ColumnProps {
  bar: Bar;
  series: readonly BarSeries[];
  isLayered: boolean;
  x: number;
  /** Pixels per unit of a value. */
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
