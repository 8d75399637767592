'use client';

import { type ReactNode, useEffect, useState } from 'react';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { timeWords } from '../../logs/time-words';
import { cn } from '../../ui/class-names';
import { countOf, formatDuration } from '../../ui/format-quantity';
import { Status } from '../../ui/status';
import { useEditor, useEditorStore } from '../store/editor-context';
import { spanOf, statusOfAll, type Tally } from '../store/run-state';
import { revealBlock } from '../store/selection-actions';
import { cardWords } from './card-words';

/**
 * The status of a block in a run as an icon and a word, with the time so far. It is not a live region:
 * `RunAnnouncer` announces the important changes, not each of a thousand blocks and each tenth of a second.
 */
export function BlockRunSign({ blockId }: { blockId: string }) {
  const blockRun = useEditor((state) => state.run.blocks[blockId]);
  const tally = useEditor((state) => state.run.tallies[blockId]);
  const isWaiting = useEditor(
    ({ run }) => run.phase === 'parked' && run.waits.some((wait) => wait.blockId === blockId),
  );
  if (blockRun === undefined) return null;
  const span = spanOf(blockRun);
  const kind = isWaiting ? 'waiting' : blockRun.status;
  if (tally !== undefined)
    return (
      <span
        className="tabular flex shrink-0 items-center gap-1 text-2xs text-muted"
        role="status"
        aria-live="off"
      >
        <span title={tallyWords(tally)} className={cn(tally.failed > 0 && 'text-danger')}>
          ×{tally.ran}
          <span className="sr-only">{tallyWords(tally)}</span>
        </span>
        <Status kind={isWaiting ? kind : statusOfAll(blockRun.status, tally)} compact />
      </span>
    );
  return (
    <span
      className="tabular flex shrink-0 items-center gap-1 text-2xs text-muted"
      role="status"
      aria-live="off"
    >
      {blockRun.status === 'running' && 'startedAtMs' in blockRun ? (
        <Elapsed sinceMs={blockRun.startedAtMs} />
      ) : span === null || span.status === 'skipped' ? null : (
        <BlockTime span={span} />
      )}
      <Status kind={kind} compact />
    </span>
  );
}

/** The duration, with its parts on hover and for screen readers. */
function BlockTime({ span }: { span: TraceSpan }) {
  const words = timeWords(span);
  return (
    <span title={words}>
      <span aria-hidden>{span.pinned ? 'pinned' : formatDuration(span.durationMs)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** Describes how often a block in a container ran. */
const tallyWords = ({ ran, failed }: Tally): string =>
  `Ran ${countOf(ran, 'time')}${failed === 0 ? '' : `, failed ${countOf(failed, 'time')}`}`;

const TICK_MS = 100;

/** Shows the time since `sinceMs`, updated continuously. */
export function Elapsed({ sinceMs }: { sinceMs: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span className="tabular">{formatDuration(Math.max(0, nowMs - sinceMs))}</span>;
}

export interface BlockRunOutputProps {
  blockId: string;
  /** Shown until there is an output. */
  children: ReactNode;
}

/**
 * The output on one line; a click opens the block's last run. It replaces another line, so that no block
 * grows over its neighbours after it has run.
 */
export function BlockRunOutput({ blockId, children }: BlockRunOutputProps) {
  const store = useEditorStore();
  const span = useEditor((state) => spanOf(state.run.blocks[blockId]));
  if (span === null || span.status === 'skipped' || span.status === 'cancelled') return children;
  return (
    <button
      type="button"
      onClick={(event) => {
        event.stopPropagation();
        revealBlock(store, blockId, 'last-run');
      }}
      title={`${span.error === null ? '' : `${span.error.message} `}Show this block’s last run.`}
      className={cn(
        'nodrag block w-full truncate rounded-sm text-left font-mono',
        'text-2xs text-muted hover:text-ink hover:underline',
        span.status === 'error' && 'font-sans text-danger hover:text-danger',
        span.status === 'warning' && 'font-sans text-warning hover:text-warning',
      )}
    >
      {cardWords(span)}
    </button>
  );
}
