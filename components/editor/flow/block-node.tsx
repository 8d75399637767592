'use client';

import { Handle, type NodeProps, Position } from '@xyflow/react';
import { Plus, TriangleAlert } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { OutputPort } from '@/lib/core/blocks/block';
import type { Block } from '@/lib/core/workflow/schema';
import { cn } from '../../ui/class-names';
import { CommentBadge } from '../comments/comment-badge';
import { BlockIcon } from '../document/block-icon';
import { arrangePorts } from '../document/block-shape';
import { blockHeightPx, HANDLE_TOP_PX, NODE_WIDTH_PX } from '../document/block-size';
import { defaultsOf, definitionOf, iconOf, portsOf, summaryOf } from '../document/definition-of';
import type { BlockNode as BlockNodeType } from '../document/flow-elements';
import { PinBadge } from '../pins/pin-badge';
import { CoverageBadge } from '../run-coverage/coverage-badge';
import { useEditor, useEditorStore } from '../store/editor-context';
import { shownProblems } from '../store/fresh-block';
import { edgeFrom, problemsOfBlock } from '../store/lookups';
import { openBlock } from '../store/selection-actions';
import { TestBadge } from '../tests/test-badge';
import { BlockRunOutput, BlockRunSign } from './block-run-status';
import { CollapseButton } from './collapse-button';
import { FarBlock, NamedBlock } from './far-view';
import { NoteCard } from './note-card';
import { SidePorts } from './side-ports';
import { useDetail } from './zoom-detail';

export const STATUS_BORDER: Record<string, string> = {
  running: 'border-running ring-2 ring-running/20',
  success: 'border-success/60',
  warning: 'border-warning/70',
  error: 'border-danger',
};

/** Border of a selected block. */
export const SELECTED = 'border-accent-solid ring-2 ring-accent-solid/25 hover:border-accent-solid';

export function BlockTile({ type, enabled, small }: { type: string; enabled: boolean; small?: boolean }) {
  return (
    <span
      className={cn(
        'flex shrink-0 items-center justify-center bg-accent-soft text-accent',
        small ? 'size-6 rounded-md' : 'size-8 rounded-lg',
        !enabled && 'bg-pressed text-faint',
      )}
    >
      <BlockIcon icon={iconOf(type)} className={small ? 'size-3.5' : 'size-4'} />
    </span>
  );
}

/** True if a node looks the same. Position is ignored, so dragging many blocks re-renders none. */
export const isSameNode = (a: NodeProps<BlockNodeType>, b: NodeProps<BlockNodeType>): boolean =>
  a.id === b.id && a.selected === b.selected && a.dragging === b.dragging;

/** One block on the canvas; everything it shows comes from its definition and the document. */
export const BlockNode = memo(function BlockNode({ id, selected, dragging }: NodeProps<BlockNodeType>) {
  const detail = useDetail();
  const block = useEditor((state) => state.document.blocks[id]);
  const described = useMemo(
    () => (block === undefined ? null : { ports: portsOf(block), summary: summaryOf(block) }),
    [block],
  );
  if (block === undefined || described === null) return null;
  const definition = definitionOf(block.type);
  if (definition?.note) {
    const colour = String(
      block.config[definition.note.colourField] ?? defaultsOf(definition)[definition.note.colourField],
    );
    return (
      <NoteCard
        blockId={id}
        text={described.summary}
        colour={colour}
        selected={selected}
        dragging={dragging}
      />
    );
  }
  const { side } = arrangePorts(described.ports);
  if (detail === 'drawn')
    return <div title={block.name} style={{ width: NODE_WIDTH_PX, height: blockHeightPx(side.length) }} />;
  if (detail === 'far') return <FarBlock block={block} sidePorts={side.length} selected={selected} />;
  if (detail === 'middle') return <NamedBlock block={block} sidePorts={side.length} selected={selected} />;
  return <NearBlock block={block} {...described} selected={selected} dragging={dragging} />;
}, isSameNode);

interface NearBlockProps {
  block: Block;
  ports: readonly OutputPort[];
  summary: string;
  selected: boolean;
  dragging: boolean;
}

/** The full block. Space for a run's results is reserved, so that nothing moves when a run ends. */
function NearBlock({ block, ports, summary, selected, dragging }: NearBlockProps) {
  const { id, name, type, enabled } = block;
  const status = useEditor((state) => state.run.blocks[id]?.status);
  const definition = definitionOf(type);
  const { main, side } = arrangePorts(ports);
  return (
    <div
      style={{ width: NODE_WIDTH_PX }}
      className={cn(
        'group/node relative rounded-xl border border-line-strong bg-surface shadow-lift',
        'transition-[box-shadow,border-color] duration-150 hover:border-faint',
        status !== undefined && STATUS_BORDER[status],
        selected && SELECTED,
        dragging && 'shadow-float',
        !enabled && 'border-dashed bg-canvas',
      )}
    >
      <div className="px-2 pt-2 pb-1.5">
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
          {definition?.container === undefined ? null : (
            <CollapseButton blockId={id} name={name} isCollapsed />
          )}
        </div>
        <div
          title={summary || undefined}
          className={cn('mt-0.5 truncate font-mono text-2xs text-muted', !enabled && 'opacity-60')}
        >
          {summary || <span className="font-sans text-faint">{definition?.description}</span>}
        </div>
        <div className="mt-0.5 flex h-4 items-center gap-1.5">
          <div className={cn('min-w-0 flex-1', !enabled && 'opacity-60')}>
            <BlockRunOutput blockId={id}>
              <div className="truncate text-2xs text-faint">
                {definition?.title ?? `Unknown block “${type}”`}
                {enabled ? '' : ' · off'}
              </div>
            </BlockRunOutput>
          </div>
          <BlockRunSign blockId={id} />
        </div>
      </div>
      {definition?.hasInput === false ? null : <InHandle name={name} />}
      {main === undefined ? null : <OutHandle blockId={id} handle={main.id} name={name} />}
      <SidePorts blockId={id} ports={side} />
    </div>
  );
}

/** The input handle beside the name, where connections end. */
export function InHandle({ name }: { name: string }) {
  return (
    <Handle
      type="target"
      position={Position.Left}
      id="in"
      style={{ top: HANDLE_TOP_PX }}
      className="flow-handle"
      role="img"
      aria-label={`Into ${name}`}
    />
  );
}

/** The main output: a handle with a `+` that adds the next block while nothing is connected. */
export function OutHandle({ blockId, handle, name }: { blockId: string; handle: string; name: string }) {
  const store = useEditorStore();
  const isFree = useEditor(
    (state) => !state.readOnly && edgeFrom(state.edges, blockId, handle) === undefined,
  );
  return (
    <>
      <Handle
        type="source"
        position={Position.Right}
        id={handle}
        style={{ top: HANDLE_TOP_PX }}
        className="flow-handle"
        role="img"
        aria-label={`Out of ${name}`}
      />
      {isFree ? (
        <div style={{ top: HANDLE_TOP_PX }} className="-right-11 -translate-y-1/2 absolute flex items-center">
          <span className="h-px w-3 bg-line-strong" aria-hidden />
          <button
            type="button"
            aria-label={`Add a block after ${name}`}
            title="Add a block"
            onClick={(event) => {
              event.stopPropagation();
              store.setState({ palette: { kind: 'output', blockId, handle } });
            }}
            className={cn(
              'nodrag nopan flex size-6 items-center justify-center rounded-md border border-line-strong',
              'bg-surface text-faint hover:border-accent-solid hover:text-accent [&_svg]:size-3',
            )}
          >
            <Plus aria-hidden />
          </button>
        </div>
      ) : null}
    </>
  );
}

export function ProblemBadge({ blockId }: { blockId: string }) {
  const store = useEditorStore();
  const problems = useEditor((state) => problemsOfBlock(shownProblems(state), blockId));
  const count = problems.length;
  if (count === 0) return null;
  const words = problems.map((problem) => problem.message).join('\n');
  return (
    <button
      type="button"
      title={words}
      aria-label={`${count === 1 ? '1 problem' : `${count} problems`}: ${words}`}
      onClick={() => openBlock(store, blockId)}
      className="nodrag flex shrink-0 items-center gap-1 rounded-md p-0.5 text-warning hover:bg-warning-soft"
    >
      <TriangleAlert className="size-4" aria-hidden />
    </button>
  );
}
