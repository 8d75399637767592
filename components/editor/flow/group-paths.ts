import { getBezierPath, Position, type ReactFlowState } from '@xyflow/react';
import type { CrossingEdge } from '../document/collapsed-groups';
import type { Point } from '../document/geometry';
import { cardOf, GROUP_CARD } from './group-bounds';
import { placeOfHandle } from './handle-place';

type Nodes = Pick<ReactFlowState, 'nodeLookup'>;

/**
 * Returns the paths of connections into and out of collapsed groups; empty where an end isn't shown. Called
 * in each frame of a drag, so it visits the blocks of a group only once.
 */
export function groupPaths(
  nodes: Nodes,
  crossing: readonly CrossingEdge[],
  members: ReadonlyMap<string, readonly string[]>,
): string[] {
  const cards = new Map<string, ReturnType<typeof cardOf>>();
  const sideOf = (groupId: string, asidePx: number): Point | null => {
    if (!cards.has(groupId)) cards.set(groupId, cardOf(nodes, members.get(groupId) ?? []));
    const card = cards.get(groupId) ?? null;
    return card === null ? null : { x: card.left + asidePx, y: card.top + GROUP_CARD.height / 2 };
  };
  const handleOf = (blockId: string, handle: string) => placeOfHandle(nodes.nodeLookup.get(blockId), handle);
  return crossing.map(({ source, sourceHandle, target, targetHandle, fromGroup, toGroup }) =>
    pathBetween(
      fromGroup === undefined ? handleOf(source, sourceHandle) : sideOf(fromGroup, GROUP_CARD.width),
      toGroup === undefined ? handleOf(target, targetHandle) : sideOf(toGroup, 0),
    ),
  );
}

function pathBetween(from: Point | null, to: Point | null): string {
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
