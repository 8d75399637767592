'use client';

import { Handle, type NodeProps, Position } from '@xyflow/react';
import { Plus, TriangleAlert } from 'lucide-react';
import { memo, useMemo } from 'react';
import { cn } from '../../ui/class-names';
import { BlockIcon } from '../document/block-icon';
import { arrangePorts } from '../document/block-shape';
import { blockHeightPx, NODE_WIDTH_PX } from '../document/block-size';
import { definitionOf, iconOf, portsOf, summaryOf } from '../document/definition-of';
import type { BlockNode as BlockNodeType } from '../document/flow-elements';
import { useEditor, useEditorStore } from '../store/editor-context';
import { edgeFrom, problemsOfBlock } from '../store/lookups';
import { openBlock } from '../store/selection-actions';
import { BlockRunOutput, BlockRunSign } from './block-run-status';
import { CollapseButton } from './collapse-button';
import { FarBlock, useIsFar } from './far-view';
import { SidePorts } from './side-ports';

export const STATUS_BORDER: Record<string, string> = {
  running: 'border-running ring-2 ring-running/20',
  success: 'border-success/60',
  warning: 'border-warning/70',
  error: 'border-danger',
};

export function BlockTile({ type, enabled }: { type: string; enabled: boolean }) {
  return (
    <span
      className={cn(
        'flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent',
        !enabled && 'bg-pressed text-faint',
      )}
    >
      <BlockIcon icon={iconOf(type)} className="size-4" />
    </span>
  );
}

/** One block on the canvas; everything it shows comes from its definition and the document. */
export const BlockNode = memo(function BlockNode({ id, selected, dragging }: NodeProps<BlockNodeType>) {
  const isFar = useIsFar();
  const block = useEditor((state) => state.document.blocks[id]);
  const status = useEditor((state) => state.run.blocks[id]?.status);
  const described = useMemo(
    () => (block === undefined ? null : { ports: portsOf(block), summary: summaryOf(block) }),
    [block],
  );
  if (block === undefined || described === null) return null;
  const definition = definitionOf(block.type);
  if (definition?.note) return <NoteCard text={described.summary} selected={selected} dragging={dragging} />;
  const { main, side } = arrangePorts(described.ports);
  const marks = cn(
    status !== undefined && STATUS_BORDER[status],
    selected && 'border-accent-solid ring-2 ring-accent-solid/25 hover:border-accent-solid',
  );
  if (isFar) return <FarBlock blockId={id} sidePorts={side.length} className={marks} />;
  return (
    <div
      style={{ width: NODE_WIDTH_PX }}
      className={cn(
        'group/node relative rounded-xl border border-line-strong bg-surface shadow-lift',
        'transition-[box-shadow,border-color] duration-150 hover:border-faint',
        marks,
        dragging && 'shadow-float',
        !block.enabled && 'border-dashed bg-canvas',
      )}
    >
      <div className="relative flex items-center gap-2.5 px-3 pt-3">
        <BlockTile type={block.type} enabled={block.enabled} />
        <div className={cn('min-w-0 flex-1', !block.enabled && 'opacity-60')}>
          <div className="truncate font-medium text-sm leading-5">{block.name}</div>
          <BlockRunOutput blockId={id}>
            <div className="truncate text-2xs text-faint">
              {definition?.title ?? `Unknown block “${block.type}”`}
              {block.enabled ? '' : ' · off'}
            </div>
          </BlockRunOutput>
        </div>
        <ProblemBadge blockId={id} />
        <BlockRunSign blockId={id} />
        {definition?.container === undefined ? null : (
          <CollapseButton blockId={id} name={block.name} isCollapsed />
        )}
        {definition?.hasInput === false ? null : (
          <Handle
            type="target"
            position={Position.Left}
            id="in"
            className="flow-handle"
            role="img"
            aria-label={`Into ${block.name}`}
          />
        )}
        {main === undefined ? null : <OutHandle blockId={id} handle={main.id} name={block.name} />}
      </div>
      <div
        className={cn(
          'truncate px-3 pt-2 pb-3 font-mono text-2xs text-muted leading-4',
          !block.enabled && 'opacity-60',
        )}
      >
        {described.summary || <span className="font-sans text-faint">{definition?.description}</span>}
      </div>
      <SidePorts blockId={id} ports={side} />
    </div>
  );
});

/** A note on the canvas: its text, and nothing to connect. */
function NoteCard({ text, selected, dragging }: { text: string; selected: boolean; dragging: boolean }) {
  return (
    <div
      style={{ width: NODE_WIDTH_PX, minHeight: blockHeightPx(0) }}
      className={cn(
        'rounded-lg border border-warning/40 bg-warning-soft p-3 text-ink',
        'text-xs leading-5 shadow-lift transition-shadow duration-150',
        selected && 'border-accent-solid ring-2 ring-accent-solid/25',
        dragging && 'shadow-float',
      )}
    >
      <p className="line-clamp-12 whitespace-pre-wrap break-words">
        {text || <span className="text-muted">An empty note</span>}
      </p>
    </div>
  );
}

/** The main output: a handle with a `+` that adds what comes next while nothing is connected. */
export function OutHandle(props: { blockId: string; handle: string; name: string; topPx?: number }) {
  const { blockId, handle, name, topPx } = props;
  const top = topPx === undefined ? {} : { style: { top: topPx } };
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
        {...top}
        className="flow-handle"
        role="img"
        aria-label={`Out of ${name}`}
      />
      {isFree ? (
        <div {...top} className="-right-11 -translate-y-1/2 absolute top-1/2 flex items-center">
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
  const problems = useEditor((state) => problemsOfBlock(state.problems, blockId));
  const count = problems.length;
  if (count === 0) return null;
  const words = problems.map((problem) => problem.message).join('\n');
  return (
    <button
      type="button"
      title={words}
      aria-label={`${count === 1 ? '1 problem' : `${count} problems`}: ${words}`}
      onClick={() => openBlock(store, blockId)}
      className="nodrag flex shrink-0 items-center gap-1 rounded-md p-1 text-warning hover:bg-warning-soft"
    >
      <TriangleAlert className="size-4" aria-hidden />
    </button>
  );
}
