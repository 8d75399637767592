'use client';

import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import type { RefObject } from 'react';
import { cn } from '@/components/ui/class-names';
import { formatDuration } from '@/components/ui/format-quantity';
import { IconButton } from '@/components/ui/icon-button';
import { type AxisView, msAt, placed, type TimeAxis } from './time-axis';

const TICKS = [0, 0.25, 0.5, 0.75] as const;

interface WaterfallRulerProps {
  axis: TimeAxis;
  view: AxisView;
  isWhole: boolean;
  bars: RefObject<HTMLDivElement | null>;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onShowAll: () => void;
}

/** The time scale above the bars, with a mark at each shortened wait, and the zoom buttons. */
export function WaterfallRuler(props: WaterfallRulerProps) {
  const { axis, view, isWhole, bars, onZoomIn, onZoomOut, onShowAll } = props;
  return (
    <div className="flex h-8 items-center border-line border-b pr-4">
      <span className="flex w-2/5 shrink-0 items-center gap-0.5 pl-3">
        <IconButton size="sm" label="Zoom in" shortcut="+" onClick={onZoomIn}>
          <ZoomIn />
        </IconButton>
        <IconButton size="sm" label="Zoom out" shortcut="-" disabled={isWhole} onClick={onZoomOut}>
          <ZoomOut />
        </IconButton>
        <IconButton size="sm" label="Show the whole run" shortcut="0" disabled={isWhole} onClick={onShowAll}>
          <Maximize />
        </IconButton>
      </span>
      <div ref={bars} className="tabular relative h-full min-w-0 flex-1 overflow-hidden text-2xs text-muted">
        {TICKS.map((tick) => (
          <span
            key={tick}
            className={cn(
              'absolute inset-y-0 flex items-center border-line border-l pl-1',
              'max-sm:odd:not-first:hidden',
            )}
            style={{ left: `${tick * 100}%` }}
          >
            {formatDuration(msAt(axis, view.from + tick * (view.to - view.from)))}
          </span>
        ))}
      </div>
      <span className="w-18 shrink-0" />
      <ul className="sr-only" aria-label="Shortened waits">
        {axis.gaps.map(({ fromMs, toMs }) => (
          <li key={fromMs}>
            {formatDuration(toMs - fromMs)} from {formatDuration(fromMs)} on
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Marks on a row's bar where time is left out. */
export function GapMarks({ axis, view }: { axis: TimeAxis; view: AxisView }) {
  return axis.gaps.map((gap) => {
    const place = placed(axis, view, gap);
    return place === null ? null : (
      <span
        key={gap.fromMs}
        title={`${formatDuration(gap.toMs - gap.fromMs)}, shortened`}
        className="absolute -inset-y-1 border-line-strong border-x border-dashed"
        style={{ left: `${place.leftPercent}%`, width: `${place.widthPercent}%` }}
      />
    );
  });
}
