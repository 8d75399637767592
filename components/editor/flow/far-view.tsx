'use client';

import type { Block } from '@/lib/core/workflow/schema';
import { cn } from '../../ui/class-names';
import { BlockIcon } from '../document/block-icon';
import { blockHeightPx, NODE_WIDTH_PX } from '../document/block-size';
import { iconOf, startsRuns } from '../document/definition-of';
import { useEditor } from '../store/editor-context';
import { shownProblems } from '../store/fresh-block';
import { problemsOfBlock } from '../store/lookups';

export interface FarBlockProps {
  block: Block;
  sidePorts: number;
  selected: boolean;
}

/** Returns the mark for a block's colour from afar: its status in the run, else that it has problems. */
function useMark(block: Block, selected: boolean): string | undefined {
  const status = useEditor((state) => state.run.blocks[block.id]?.status);
  const hasProblems = useEditor((state) => problemsOfBlock(shownProblems(state), block.id).length > 0);
  if (selected) return 'selected';
  return status === undefined || status === 'queued' ? (hasProblems ? 'problem' : undefined) : status;
}

/** A block too small for its lines to be read: its icon, and its name as large as fits. */
export function NamedBlock({ block, sidePorts, selected }: FarBlockProps) {
  const mark = useMark(block, selected);
  return (
    <div
      data-mark={mark}
      style={{ width: NODE_WIDTH_PX, height: blockHeightPx(sidePorts) }}
      className={cn(
        'flow-named flex items-center gap-2.5 overflow-hidden rounded-xl bg-surface px-3',
        !block.enabled && 'flow-off text-muted',
      )}
    >
      <BlockIcon icon={iconOf(block.type)} className="size-8 shrink-0 text-accent" />
      <span className="line-clamp-2 min-w-0 break-words font-medium text-2xl leading-7">{block.name}</span>
    </div>
  );
}

/**
 * A block too small for a readable name: its icon, in the colour of its run status. Its name is drawn over
 * the blocks where it fits (`far-names-layer.tsx`), and shown on hover.
 */
export function FarBlock({ block, sidePorts, selected }: FarBlockProps) {
  const mark = useMark(block, selected);
  return (
    <div
      data-mark={mark ?? (startsRuns(block.type) ? 'beginning' : undefined)}
      style={{ width: NODE_WIDTH_PX, height: blockHeightPx(sidePorts) }}
      title={block.name}
      className={cn('flow-far flex items-center justify-center rounded-xl', !block.enabled && 'flow-off')}
    >
      <BlockIcon icon={iconOf(block.type)} className="size-16 text-muted" />
    </div>
  );
}
