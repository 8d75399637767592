'use client';

import { Handle, type NodeProps, NodeResizeControl, Position } from '@xyflow/react';
import { Plus } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { graphOf } from '@/lib/core/workflow/graph';
import { cn } from '../../ui/class-names';
import { arrangePorts } from '../document/block-shape';
import { FRAME_FOOT_SPACE_PX, FRAME_HEADER_PX } from '../document/block-size';
import { definitionOf, portsOf, summaryOf } from '../document/definition-of';
import type { BlockNode as BlockNodeType } from '../document/flow-elements';
import { leastFrameSize } from '../document/frames';
import { placeInFrame } from '../document/insert-block';
import { resizeFrame } from '../store/container-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { BlockTile, OutHandle, ProblemBadge, STATUS_BORDER } from './block-node';
import { BlockRunSign } from './block-run-status';
import { CollapseButton } from './collapse-button';
import { ContainerProgress } from './container-progress';
import { SidePorts } from './side-ports';

/** As high as the handles of a block beside it. */
const HANDLE_TOP_PX = 24;

/** A container on the canvas: a frame around the blocks that run in each of its iterations. */
export const ContainerNode = memo(function ContainerNode({
  id,
  selected,
  dragging,
}: NodeProps<BlockNodeType>) {
  const block = useEditor((state) => state.document.blocks[id]);
  const status = useEditor((state) => state.run.blocks[id]?.status);
  const isTarget = useEditor((state) => state.dropTarget === id);
  const isEmpty = useEditor(({ document }) => !graphOf(document).members.has(id));
  const described = useMemo(
    () => (block === undefined ? null : { ports: portsOf(block), summary: summaryOf(block) }),
    [block],
  );
  if (block === undefined || described === null) return null;
  const definition = definitionOf(block.type);
  const { main, side } = arrangePorts(described.ports);
  return (
    <div
      className={cn(
        'group/node relative flex size-full flex-col rounded-xl border border-line-strong bg-surface/60',
        'shadow-lift transition-[box-shadow,border-color,background-color] duration-150 hover:border-faint',
        status !== undefined && STATUS_BORDER[status],
        selected && 'border-accent-solid ring-2 ring-accent-solid/25 hover:border-accent-solid',
        dragging && 'shadow-float',
        !block.enabled && 'border-dashed',
        isTarget && 'border-accent-solid bg-accent-soft/60 ring-4 ring-accent-solid/25',
      )}
    >
      <div
        style={{ height: FRAME_HEADER_PX }}
        className={cn(
          'relative flex shrink-0 items-start gap-2.5',
          'rounded-t-xl border-line border-b bg-surface px-3 pt-3',
        )}
      >
        <BlockTile type={block.type} enabled={block.enabled} />
        <div className={cn('min-w-0 flex-1', !block.enabled && 'opacity-60')}>
          <div className="truncate font-medium text-sm leading-5">{block.name}</div>
          <div className="flex items-center gap-1.5 truncate text-2xs">
            <span className="shrink-0 text-faint">
              {definition?.title}
              {block.enabled ? '' : ' · off'}
            </span>
            <span className="min-w-0 truncate font-mono text-muted">{described.summary}</span>
          </div>
        </div>
        <div className="flex shrink-0 items-center gap-1 pt-0.5">
          <ProblemBadge blockId={id} />
          <ContainerProgress blockId={id} />
          <BlockRunSign blockId={id} />
          <CollapseButton blockId={id} name={block.name} isCollapsed={false} />
        </div>
        <Handle
          type="target"
          position={Position.Left}
          id="in"
          style={{ top: HANDLE_TOP_PX }}
          className="flow-handle"
          role="img"
          aria-label={`Into ${block.name}`}
        />
        {main === undefined ? null : (
          <OutHandle blockId={id} handle={main.id} name={block.name} topPx={HANDLE_TOP_PX} />
        )}
      </div>
      <div className="relative min-h-0 flex-1">
        {isEmpty ? (
          <EmptyFrame blockId={id} name={block.name} />
        ) : (
          <AddInside
            blockId={id}
            name={block.name}
            className={cn(
              'absolute bottom-1 left-1.5 size-6 text-faint opacity-0 hover:bg-hover hover:text-ink',
              'focus-visible:opacity-100 group-hover/node:opacity-100 [&_svg]:size-3.5',
            )}
          />
        )}
      </div>
      <div style={{ paddingBottom: FRAME_FOOT_SPACE_PX }}>
        <SidePorts blockId={id} ports={side} />
      </div>
      <FrameHandle blockId={id} />
    </div>
  );
});

function EmptyFrame({ blockId, name }: { blockId: string; name: string }) {
  const readOnly = useEditor((state) => state.readOnly);
  return (
    <div
      className={cn(
        'absolute inset-3 flex flex-col items-center justify-center gap-2',
        'rounded-lg border border-line-strong border-dashed text-muted text-xs',
      )}
    >
      {readOnly ? 'No blocks inside' : 'Drop blocks here'}
      <AddInside
        blockId={blockId}
        name={name}
        className={cn(
          'size-7 border border-line-strong bg-surface text-muted',
          'hover:border-accent-solid hover:text-accent [&_svg]:size-4',
        )}
      />
    </div>
  );
}

function AddInside({ blockId, name, className }: { blockId: string; name: string; className: string }) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  if (readOnly) return null;
  return (
    <button
      type="button"
      aria-label={`Add a block inside ${name}`}
      title="Add a block inside"
      onClick={(event) => {
        event.stopPropagation();
        const point = placeInFrame(store.getState().document, blockId);
        store.setState({ palette: { kind: 'point', point, parentId: blockId } });
      }}
      className={cn('nodrag flex items-center justify-center rounded-md', className)}
    >
      <Plus aria-hidden />
    </button>
  );
}

/** Its lower right corner; never smaller than what lies in it. */
function FrameHandle({ blockId }: { blockId: string }) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const least = useEditor(useShallow(({ document }) => leastFrameSize(document, blockId)));
  if (readOnly) return null;
  return (
    <NodeResizeControl
      position="bottom-right"
      minWidth={least.width}
      minHeight={least.height}
      className="frame-handle"
      onResizeEnd={(_, { width, height }) => resizeFrame(store, blockId, { width, height })}
    >
      <svg viewBox="0 0 10 10" aria-hidden className="size-2.5">
        <path
          d="M9 1 1 9M9 5 5 9"
          stroke="currentColor"
          strokeWidth="1.2"
          fill="none"
          strokeLinecap="round"
        />
      </svg>
    </NodeResizeControl>
  );
}
