'use client';

import { BaseEdge, type EdgeProps, getBezierPath, ViewportPortal } from '@xyflow/react';
import { Plus, X } from 'lucide-react';
import { memo, useState } from 'react';
import { cn } from '../../ui/class-names';
import { countOf, formatCount } from '../../ui/format-quantity';
import { isErrorPort, portsOf } from '../document/definition-of';
import { detoursOf } from '../document/edge-detours';
import type { BlockEdge as BlockEdgeType } from '../document/flow-elements';
import { removeEdge } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { isSelected } from '../store/lookups';
import { takenEdges } from '../store/taken-edges';
import { detourPath } from './detour-path';

const HOVER_WIDTH_PX = 24;
/** The tip touches the dot that the line leads to; from afar the style sheet enlarges the arrow around it. */
const arrowAt = (x: number, y: number): string => `M${x - 7} ${y - 4}L${x} ${y}L${x - 7} ${y + 4}z`;

/** A connection, with `+` and `×` at its middle while it is hovered or selected. */
export const BlockEdge = memo(function BlockEdge(props: EdgeProps<BlockEdgeType>) {
  const { id, source, target, sourceHandleId, selected, targetX, targetY } = props;
  const [isHovered, setHovered] = useState(false);
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const isError = useEditor((state) => {
    const block = state.document.blocks[source];
    return block !== undefined && isErrorPort(portsOf(block).find((port) => port.id === sourceHandleId));
  });
  const flows = useEditor((state) => state.run.blocks[target]?.status === 'running');
  const taken = useEditor(({ document, run }) => takenEdges(document, run).get(id) ?? 0);
  const isDropTarget = useEditor((state) => state.dropEdge === id);
  const from = useEditor(({ document }) => document.blocks[source]?.name);
  const to = useEditor(({ document }) => document.blocks[target]?.name);
  const laneY = useEditor(({ document, collapsed }) => detoursOf(document, collapsed).get(id));
  const [path, x, y] = (laneY === undefined ? null : detourPath(props, laneY)) ?? getBezierPath(props);
  // A connection of a selected block: keyboard users reach it from there.
  const isBeside = useEditor(({ nodes }) => isSelected(nodes, source) || isSelected(nodes, target));
  const isShown = isHovered || selected;
  return (
    <g
      className={cn(
        'flow-line',
        isError && 'flow-line-error',
        taken > 0 && 'flow-line-taken',
        flows && 'flow-line-running',
        isDropTarget && 'flow-line-drop',
      )}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <BaseEdge id={id} path={path} interactionWidth={HOVER_WIDTH_PX} className="flow-edge" />
      <path
        d={arrowAt(targetX, targetY)}
        className="flow-arrow"
        style={{ transformOrigin: `${targetX}px ${targetY}px` }}
        aria-hidden
      />
      {taken > 1 && !(isShown && !readOnly) ? <TakenCount count={taken} x={x} y={y} /> : null}
      {readOnly || !(isShown || isBeside) ? null : (
        // Rendered after the blocks, so that Tab reaches it after them.
        <ViewportPortal>
          <div
            className={cn(
              'nodrag nopan pointer-events-auto absolute z-10 flex gap-1 rounded-md p-1 transition-opacity',
              isShown ? 'opacity-100' : 'pointer-events-none opacity-0 focus-within:opacity-100',
            )}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
            onPointerEnter={() => setHovered(true)}
            onPointerLeave={() => setHovered(false)}
          >
            <EdgeButton
              label={`Add a block between ${from} and ${to}`}
              title="Add a block here"
              onClick={() => store.setState({ palette: { kind: 'edge', edgeId: id } })}
            >
              <Plus aria-hidden />
            </EdgeButton>
            <EdgeButton
              label={`Delete the connection from ${from} to ${to}`}
              title="Delete this connection"
              onClick={() => removeEdge(store, id)}
            >
              <X aria-hidden />
            </EdgeButton>
          </div>
        </ViewportPortal>
      )}
    </g>
  );
});

/** The number of times a run took a connection inside a container, at its middle. */
function TakenCount({ count, x, y }: { count: number; x: number; y: number }) {
  const words = `Taken ${countOf(count, 'time')} in this run`;
  return (
    <ViewportPortal>
      <span
        title={words}
        className={cn(
          'tabular absolute rounded-full border border-line bg-surface px-1.5 text-2xs text-muted leading-4',
        )}
        style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
      >
        <span aria-hidden>×{formatCount(count)}</span>
        <span className="sr-only">{words}</span>
      </span>
    </ViewportPortal>
  );
}

function EdgeButton(props: { label: string; title: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      title={props.title}
      onClick={props.onClick}
      className={cn(
        'flex size-6 items-center justify-center rounded-md border border-line-strong bg-surface',
        'text-muted shadow-lift hover:border-accent-solid hover:text-accent [&_svg]:size-3',
      )}
    >
      {props.children}
    </button>
  );
}
