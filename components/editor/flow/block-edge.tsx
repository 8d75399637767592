'use client';

import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react';
import { Plus, X } from 'lucide-react';
import { memo, useState } from 'react';
import { cn } from '../../ui/class-names';
import { portsOf } from '../document/definition-of';
import type { BlockEdge as BlockEdgeType } from '../document/flow-elements';
import { removeEdge } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { isSelected } from '../store/lookups';

const HOVER_WIDTH_PX = 24;

/** A connection, with `+` and `×` at its middle while it is pointed at or selected. */
export const BlockEdge = memo(function BlockEdge(props: EdgeProps<BlockEdgeType>) {
  const { id, source, target, sourceHandleId, selected } = props;
  const [isHovered, setHovered] = useState(false);
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const isError = useEditor((state) => {
    const block = state.document.blocks[source];
    return (
      block !== undefined &&
      portsOf(block).some((port) => port.id === sourceHandleId && port.kind === 'error')
    );
  });
  const flows = useEditor((state) => state.run.blocks[target]?.status === 'running');
  const [path, x, y] = getBezierPath(props);
  // One that leads to or from a selected block: who goes by keyboard comes from there.
  const isBeside = useEditor(({ nodes }) => isSelected(nodes, source) || isSelected(nodes, target));
  const isShown = isHovered || selected;
  return (
    <g onPointerEnter={() => setHovered(true)} onPointerLeave={() => setHovered(false)}>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={HOVER_WIDTH_PX}
        className={cn('flow-edge', isError && 'flow-edge-error', flows && 'flow-edge-running')}
      />
      {readOnly || !(isShown || isBeside) ? null : (
        <EdgeLabelRenderer>
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
              label="Add a block here"
              onClick={() => store.setState({ palette: { kind: 'edge', edgeId: id } })}
            >
              <Plus aria-hidden />
            </EdgeButton>
            <EdgeButton label="Delete this connection" onClick={() => removeEdge(store, id)}>
              <X aria-hidden />
            </EdgeButton>
          </div>
        </EdgeLabelRenderer>
      )}
    </g>
  );
});

function EdgeButton(props: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      title={props.label}
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
