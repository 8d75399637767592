'use client';

import { type NodeProps, NodeResizeControl } from '@xyflow/react';
import { Plus } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { graphOf } from '@/lib/core/workflow/graph';
import type { Block } from '@/lib/core/workflow/schema';
import { cn } from '../../ui/class-names';
import { CommentBadge } from '../comments/comment-badge';
import { BlockIcon } from '../document/block-icon';
import { arrangePorts } from '../document/block-shape';
import { FRAME_FOOT_SPACE_PX, FRAME_HEADER_PX } from '../document/block-size';
import { definitionOf, iconOf, portsOf, summaryOf } from '../document/definition-of';
import type { BlockNode as BlockNodeType } from '../document/flow-elements';
import { leastFrameSize } from '../document/frames';
import { placeInFrame } from '../document/insert-block';
import { PinBadge } from '../pins/pin-badge';
import { CoverageBadge } from '../run-coverage/coverage-badge';
import { resizeFrame } from '../store/container-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { TestBadge } from '../tests/test-badge';
import {
  BlockTile,
  InHandle,
  isSameNode,
  OutHandle,
  ProblemBadge,
  SELECTED,
  STATUS_BORDER,
} from './block-node';
import { BlockRunSign } from './block-run-status';
import { CollapseButton } from './collapse-button';
import { ContainerProgress } from './container-progress';
import { SidePorts } from './side-ports';
import { useDetail } from './zoom-detail';

/** A container on the canvas: a frame around the blocks that run in each of its iterations. */
export const ContainerNode = memo(function ContainerNode(props: NodeProps<BlockNodeType>) {
  const { id, selected, dragging } = props;
  const detail = useDetail();
  const block = useEditor((state) => state.document.blocks[id]);
  const status = useEditor((state) => state.run.blocks[id]?.status);
  const isTarget = useEditor((state) => state.dropTarget === id);
  const isEmpty = useEditor(({ document }) => !graphOf(document).members.has(id));
  const described = useMemo(
    () => (block === undefined ? null : { ports: portsOf(block), summary: summaryOf(block) }),
    [block],
  );
  if (block === undefined || described === null) return null;
  if (detail === 'drawn') return <div className="size-full" />;
  const definition = definitionOf(block.type);
  const { main, side } = arrangePorts(described.ports);
  return (
    <div
      data-detail={detail}
      className={cn(
        'flow-frame group/node relative flex size-full flex-col rounded-xl border border-line-strong',
        'bg-surface/60',
        'shadow-lift transition-[box-shadow,border-color,background-color] duration-150 hover:border-faint',
        status !== undefined && STATUS_BORDER[status],
        selected && SELECTED,
        dragging && 'shadow-float',
        !block.enabled && 'border-dashed',
        isTarget && 'border-accent-solid bg-accent-soft/60 ring-4 ring-accent-solid/25',
      )}
    >
      {detail === 'near' ? (
        <FrameHeader block={block} summary={described.summary} />
      ) : (
        <FarHeader block={block} isNamed={detail === 'middle'} />
      )}
      {detail !== 'near' || definition?.hasInput === false ? null : <InHandle name={block.name} />}
      {detail !== 'near' || main === undefined ? null : (
        <OutHandle blockId={id} handle={main.id} name={block.name} />
      )}
      <div className="relative min-h-0 flex-1">
        {detail !== 'near' ? null : isEmpty ? (
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
      {detail === 'near' ? (
        <>
          <div style={{ paddingBottom: FRAME_FOOT_SPACE_PX }}>
            <SidePorts blockId={id} ports={side} />
          </div>
          <FrameHandle blockId={id} />
        </>
      ) : null}
    </div>
  );
}, isSameNode);

const HEADER = 'shrink-0 rounded-t-xl border-line border-b bg-surface px-2';

function FrameHeader({ block, summary }: { block: Block; summary: string }) {
  const { id, name, type, enabled } = block;
  return (
    <div style={{ height: FRAME_HEADER_PX }} className={cn(HEADER, 'pt-2')}>
      <div className="flex h-6 items-center gap-1">
        <BlockTile type={type} enabled={enabled} small />
        <span
          title={name}
          translate="no"
          className={cn('ml-1 min-w-0 flex-1 truncate font-medium text-sm', !enabled && 'opacity-60')}
        >
          {name}
        </span>
        <CommentBadge blockId={id} />
        <PinBadge blockId={id} />
        <TestBadge blockId={id} />
        <CoverageBadge blockId={id} />
        <ProblemBadge blockId={id} />
        <CollapseButton blockId={id} name={name} isCollapsed={false} />
      </div>
      <div className="mt-1.5 flex h-4 items-center gap-1.5 text-2xs">
        <div className={cn('flex min-w-0 flex-1 gap-1.5', !enabled && 'opacity-60')}>
          <span className="shrink-0 text-faint">
            {definitionOf(type)?.title}
            {enabled ? '' : ' · off'}
          </span>
          <span title={summary || undefined} className="min-w-0 truncate font-mono text-muted">
            {summary}
          </span>
        </div>
        <ContainerProgress blockId={id} />
        <BlockRunSign blockId={id} />
      </div>
    </div>
  );
}

function FarHeader({ block, isNamed }: { block: Block; isNamed: boolean }) {
  return (
    <div style={{ height: FRAME_HEADER_PX }} className={cn(HEADER, 'flex items-center gap-2.5')}>
      <BlockIcon icon={iconOf(block.type)} className="size-8 shrink-0 text-accent" />
      {isNamed ? <span className="min-w-0 truncate font-medium text-2xl">{block.name}</span> : null}
    </div>
  );
}

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

/** The handle at the frame's lower right corner; the frame is never smaller than its members need. */
function FrameHandle({ blockId }: { blockId: string }) {
  const store = useEditorStore();
  const isFixed = useEditor((state) => state.readOnly || state.locked);
  const least = useEditor(useShallow(({ document }) => leastFrameSize(document, blockId)));
  if (isFixed) return null;
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
