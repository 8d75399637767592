'use client';

import { getBezierPath, Position, type ReactFlowState, useStore } from '@xyflow/react';
import { useCallback, useMemo } from 'react';
import { shallow } from 'zustand/shallow';
import { HANDLE_PX } from '../document/block-size';
import { type CrossingEdge, cardGroups, crossingEdges } from '../document/collapsed-groups';
import type { Point } from '../document/geometry';
import { useEditor } from '../store/editor-context';
import { cardOf, GROUP_CARD } from './group-bounds';

/** Connections that lead into and out of collapsed groups: they end at the group. */
export function GroupLines() {
  const document = useEditor((state) => state.document);
  const collapsed = useEditor((state) => state.collapsed);
  const crossing = useMemo(() => crossingEdges(document, collapsed), [document, collapsed]);
  const members = useMemo(
    () => new Map(cardGroups(document, collapsed).map(({ id, blockIds }) => [id, blockIds])),
    [document, collapsed],
  );
  const paths = useStore(
    useCallback(
      (state: ReactFlowState) => crossing.map((edge) => pathOf(state, edge, members)),
      [crossing, members],
    ),
    shallow,
  );
  if (crossing.length === 0) return null;
  return (
    <svg className="pointer-events-none absolute overflow-visible" width={1} height={1} aria-hidden>
      {paths.map((path, at) => (
        <path key={crossing[at]?.id} d={path} className="flow-line flow-edge" fill="none" />
      ))}
    </svg>
  );
}

type Members = ReadonlyMap<string, readonly string[]>;

function pathOf(state: ReactFlowState, edge: CrossingEdge, members: Members): string {
  const from =
    edge.fromGroup === undefined
      ? dotOf(state, edge.source, edge.sourceHandle)
      : sideOf(state, members.get(edge.fromGroup), GROUP_CARD.width);
  const to =
    edge.toGroup === undefined
      ? dotOf(state, edge.target, edge.targetHandle)
      : sideOf(state, members.get(edge.toGroup), 0);
  if (from === null || to === null) return '';
  const [path] = getBezierPath({
    sourceX: from.x,
    sourceY: from.y,
    sourcePosition: Position.Right,
    targetX: to.x,
    targetY: to.y,
    targetPosition: Position.Left,
  });
  return path;
}

/** The middle of a handle of a block that is shown. */
function dotOf({ nodeLookup }: ReactFlowState, blockId: string, handle: string): Point | null {
  const node = nodeLookup.get(blockId);
  const dot = node?.handles?.find(({ id }) => id === handle);
  if (node === undefined || node.hidden || dot === undefined) return null;
  const { x, y } = node.internals.positionAbsolute;
  return { x: x + dot.x + HANDLE_PX / 2, y: y + dot.y + HANDLE_PX / 2 };
}

function sideOf(state: ReactFlowState, blockIds: readonly string[] | undefined, aside: number): Point | null {
  const card = blockIds === undefined ? null : cardOf(state, blockIds);
  return card === null ? null : { x: card.left + aside, y: card.top + GROUP_CARD.height / 2 };
}
