import { DETOUR_ASIDE_PX, DETOUR_LEAST_PX } from '../document/edge-detours';

const CORNER_PX = 10;

export interface EdgeEnds {
  sourceX: number;
  sourceY: number;
  targetX: number;
  targetY: number;
}

/**
 * Returns a path that passes blocks at the height `laneY`, with round corners, and its middle; null if its
 * ends are too close for one, for example while a block is dragged.
 */
export function detourPath(
  { sourceX, sourceY, targetX, targetY }: EdgeEnds,
  laneY: number,
): [path: string, x: number, y: number] | null {
  const [first, last] = [sourceX + DETOUR_ASIDE_PX, targetX - DETOUR_ASIDE_PX];
  if (Math.abs(last - first) < DETOUR_LEAST_PX) return null;
  const along = Math.sign(last - first);
  const path = [
    `M${sourceX} ${sourceY}`,
    ...turn(first, sourceY, laneY, { comes: 1, goes: along }),
    ...turn(last, laneY, targetY, { comes: along, goes: 1 }),
    `L${targetX} ${targetY}`,
  ];
  return [path.join(''), (sourceX + targetX) / 2, laneY];
}

/**
 * Returns the part of the path from one height to another at `x`, with rounded corners at both ends.
 * `comes`, `goes`: 1 to the right, -1 to the left.
 */
function turn(x: number, fromY: number, toY: number, way: { comes: number; goes: number }): string[] {
  const round = Math.min(CORNER_PX, Math.abs(toY - fromY) / 2);
  const down = Math.sign(toY - fromY) * round;
  if (round === 0) return [`L${x} ${fromY}`];
  return [
    `L${x - way.comes * round} ${fromY}`,
    `Q${x} ${fromY} ${x} ${fromY + down}`,
    `L${x} ${toY - down}`,
    `Q${x} ${toY} ${x + way.goes * round} ${toY}`,
  ];
}
