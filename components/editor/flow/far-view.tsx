'use client';

import { useStore, ViewportPortal } from '@xyflow/react';
import { createContext, useContext, useMemo } from 'react';
import type { Block } from '@/lib/core/workflow/schema';
import { cn } from '../../ui/class-names';
import { BlockIcon } from '../document/block-icon';
import { blockHeightPx, NODE_WIDTH_PX } from '../document/block-size';
import { iconOf, portsOf } from '../document/definition-of';
import type { BlockEdge } from '../document/flow-elements';
import { useEditor } from '../store/editor-context';
import { problemsOfBlock } from '../store/lookups';
import { type End, linePath } from './line-path';

/** Whether the view is so far out that a block's lines can't be read, and its handles not be met. */
const FarContext = createContext(false);

export const FarView = FarContext.Provider;
export const useIsFar = (): boolean => useContext(FarContext);

export interface FarBlockProps {
  blockId: string;
  sidePorts: number;
  className: string;
}

/** A block as it is seen from afar: what it is, its name as large as fits, and whether something is wrong. */
export function FarBlock({ blockId, sidePorts, className }: FarBlockProps) {
  const block = useEditor((state) => state.document.blocks[blockId]);
  const hasProblems = useEditor((state) => problemsOfBlock(state.problems, blockId).length > 0);
  if (block === undefined) return null;
  return (
    <div
      style={{ width: NODE_WIDTH_PX, height: blockHeightPx(sidePorts) }}
      className={cn(
        'flex items-center gap-3 overflow-hidden rounded-xl border-2 border-line-strong bg-surface px-3',
        !block.enabled && 'border-dashed bg-canvas text-muted',
        hasProblems && 'border-warning',
        className,
      )}
    >
      <BlockIcon icon={iconOf(block.type)} className="size-9 shrink-0 text-accent" />
      <span className="line-clamp-2 min-w-0 break-words font-medium text-2xl leading-7">{block.name}</span>
    </div>
  );
}

const ORIGIN = { position: 'absolute', left: 0, top: 0, width: 1, height: 1, overflow: 'visible' } as const;

/**
 * All connections as a few lines: thousands of them cost no more than those. What moves with the selection
 * has lines of its own, so that a drag draws nothing else anew.
 */
export function FarEdges({ edges }: { edges: readonly BlockEdge[] }) {
  const nodes = useStore((state) => state.nodes);
  const nodeLookup = useStore((state) => state.nodeLookup);
  const blocks = useEditor((state) => state.document.blocks);
  const moving = useMovingBlocks(nodes);
  const [still, moved] = useMemo(() => {
    const moves = ({ source, target }: BlockEdge) => moving.has(source) || moving.has(target);
    return [edges.filter((edge) => !moves(edge)), edges.filter(moves)];
  }, [edges, moving]);
  const stillLines = useMemo(() => linesOf(still, blocks, nodeLookup), [still, blocks, nodeLookup]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lookup stays one object while nodes move
  const movedLines = useMemo(() => linesOf(moved, blocks, nodeLookup), [moved, blocks, nodeLookup, nodes]);
  return (
    <ViewportPortal>
      {[stillLines, movedLines].map((lines, index) => (
        <svg key={SHEETS[index]} style={ORIGIN} aria-hidden className="far-edges pointer-events-none">
          <path d={lines.normal} className="flow-edge" />
          <path d={lines.error} className="flow-edge flow-edge-error" />
        </svg>
      ))}
    </ViewportPortal>
  );
}

const SHEETS = ['still', 'moved'];

/** The selected blocks, and what lies in them; the same set until the selection changes. */
function useMovingBlocks(nodes: ReadonlyArray<{ id: string; selected?: boolean; parentId?: string }>) {
  const key = nodes.flatMap(({ id, selected }) => (selected ? [id] : [])).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: nodes change with each move, the selection doesn't
  return useMemo(() => {
    const moving = new Set(key.split(' '));
    // A container comes before what lies in it.
    for (const { id, parentId } of nodes) if (parentId !== undefined && moving.has(parentId)) moving.add(id);
    return moving;
  }, [key]);
}

function linesOf(
  edges: readonly BlockEdge[],
  blocks: Readonly<Record<string, Block>>,
  nodeLookup: ReadonlyMap<string, Placed>,
) {
  const lines = { normal: '', error: '' };
  for (const { source, sourceHandle, target, targetHandle, hidden } of edges) {
    const from = endOf(nodeLookup.get(source), sourceHandle ?? 'out');
    const to = endOf(nodeLookup.get(target), targetHandle ?? 'in');
    const block = blocks[source];
    if (hidden || from === null || to === null || block === undefined) continue;
    const isError = portsOf(block).some(({ id, kind }) => id === sourceHandle && kind === 'error');
    lines[isError ? 'error' : 'normal'] += linePath(from, to);
  }
  return lines;
}

interface Placed {
  handles?: ReadonlyArray<{ id?: string | null; x: number; y: number; width?: number; height?: number }>;
  internals: { positionAbsolute: { x: number; y: number } };
}

/** The middle of a handle; null where the block has none of that name. */
function endOf(node: Placed | undefined, handleId: string): End | null {
  const handle = node?.handles?.find(({ id }) => id === handleId);
  if (node === undefined || handle === undefined) return null;
  const { x, y } = node.internals.positionAbsolute;
  return { x: x + handle.x + (handle.width ?? 0) / 2, y: y + handle.y + (handle.height ?? 0) / 2 };
}
