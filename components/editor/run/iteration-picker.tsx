'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { useTypedNumber } from '../../ui/use-typed-number';
import { useEditor, useEditorStore } from '../store/editor-context';
import { spanOf } from '../store/run-state';
import { iterationOfSpan } from './iteration-rows';

/** Returns a block's spans of each iteration of its container, and the selected one. */
export function useIterations(blockId: string) {
  const inside = useEditor((state) => state.run.inside);
  const picked = useEditor((state) => state.run.pickedIteration);
  const last = useEditor((state) => spanOf(state.run.blocks[blockId]));
  const spans = useMemo(
    () => inside.filter((span) => span.blockId === blockId).sort(inOrder),
    [inside, blockId],
  );
  const chosen = spans.findIndex((span) => iterationOfSpan(span) === picked);
  const at = chosen >= 0 ? chosen : last === null ? -1 : spans.indexOf(last);
  return { spans, at, span: spans[at] ?? last };
}

/** Compares by iteration number, not by end time. */
const inOrder = (a: TraceSpan, b: TraceSpan): number =>
  iterationOfSpan(a).localeCompare(iterationOfSpan(b), 'en', { numeric: true });

/** Steps through the iterations; renders nothing for a block that ran once. */
export function IterationPicker({ spans, at }: { spans: readonly TraceSpan[]; at: number }) {
  const store = useEditorStore();
  const pick = (index: number) => {
    const span = spans[(index + spans.length) % spans.length];
    if (span === undefined) return;
    store.setState(({ run }) => ({ run: { ...run, pickedIteration: iterationOfSpan(span) } }));
  };
  const { input } = useTypedNumber(at + 1, (wanted) => {
    const index = Math.round(wanted ?? 0) - 1;
    if (index >= 0 && index < spans.length) pick(index);
  });
  if (spans.length < 2) return null;
  const nextFailed = [...spans.keys()].find((index) => {
    const place = (at + 1 + index) % spans.length;
    return spans[place]?.status === 'error';
  });
  return (
    <fieldset aria-label="Iteration" className="tabular flex items-center gap-1 text-muted text-xs">
      <IconButton label="Previous iteration" onClick={() => pick(at - 1)}>
        <ChevronLeft />
      </IconButton>
      <label className="flex items-center gap-1.5">
        Iteration
        <input
          {...input}
          className="h-7 w-16 rounded-md border border-line-strong bg-surface px-2 text-ink"
        />
        of {spans.length}
      </label>
      <IconButton label="Next iteration" onClick={() => pick(at + 1)}>
        <ChevronRight />
      </IconButton>
      {nextFailed === undefined ? null : (
        <Button size="sm" variant="link" onClick={() => pick(at + 1 + nextFailed)}>
          Next failed
        </Button>
      )}
    </fieldset>
  );
}
