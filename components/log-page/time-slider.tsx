'use client';

import { Pause, Play, StepBack, StepForward } from 'lucide-react';
import { formatDuration } from '@/components/ui/format-quantity';
import { IconButton } from '@/components/ui/icon-button';

const STEPS = 1_000;

export interface TimeSliderProps {
  /** The position from 0 to 1, and its time in the run. */
  at: number;
  atMs: number;
  totalMs: number;
  isPlaying: boolean;
  onGoTo: (at: number) => void;
  onToggle: () => void;
  /** Goes to the previous or next moment at which a block started or ended. Null if there is none. */
  onBack: (() => void) | null;
  onForward: (() => void) | null;
}

/** Moves through the time of a run: by dragging, by arrow keys, moment by moment, or by playing it. */
export function TimeSlider(props: TimeSliderProps) {
  const { at, atMs, totalMs, isPlaying, onGoTo, onToggle, onBack, onForward } = props;
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
      <span className="flex items-center">
        <IconButton label="Previous event" disabled={onBack === null} onClick={() => onBack?.()}>
          <StepBack />
        </IconButton>
        <IconButton label={isPlaying ? 'Pause' : 'Play'} onClick={onToggle}>
          {isPlaying ? <Pause /> : <Play />}
        </IconButton>
        <IconButton label="Next event" disabled={onForward === null} onClick={() => onForward?.()}>
          <StepForward />
        </IconButton>
      </span>
      <input
        type="range"
        aria-label="Time in the run"
        aria-valuetext={`${formatDuration(atMs)} of ${formatDuration(totalMs)}`}
        min={0}
        max={STEPS}
        value={Math.round(at * STEPS)}
        onChange={(event) => onGoTo(Number(event.target.value) / STEPS)}
        className="h-6 min-w-32 flex-1 accent-accent-solid"
      />
      <span className="tabular w-36 text-right text-muted text-xs" aria-hidden>
        {formatDuration(atMs)} of {formatDuration(totalMs)}
      </span>
    </div>
  );
}
