import { DETOUR_ASIDE_PX } from '../document/edge-detours';

const CORNER_PX = 10;

export interface EdgeEnds {
  sourceX: number;
  sourceY: number;
  targetX: number;
  targetY: number;
}

/**
 * A line that passes blocks at the height `laneY`, with round corners, and its middle; null where its ends
 * have come too close for one, say while a block is dragged.
 */
export function detourPath(
  { sourceX, sourceY, targetX, targetY }: EdgeEnds,
  laneY: number,
): [path: string, x: number, y: number] | null {
  const [first, last] = [sourceX + DETOUR_ASIDE_PX, targetX - DETOUR_ASIDE_PX];
  if (last - first < 2 * CORNER_PX) return null;
  const path = [
    `M${sourceX} ${sourceY}`,
    ...turn(first, sourceY, laneY, 'out'),
    ...turn(last, laneY, targetY, 'in'),
    `L${targetX} ${targetY}`,
  ];
  return [path.join(''), (sourceX + targetX) / 2, laneY];
}

/** From one height to another at `x`: rounded where it leaves the one and where it comes to the other. */
function turn(x: number, fromY: number, toY: number, side: 'out' | 'in'): string[] {
  const round = Math.min(CORNER_PX, Math.abs(toY - fromY) / 2);
  const down = Math.sign(toY - fromY) * round;
  // Both turns go to the right, whichever way they go up or down.
  const [before, after] = [x - round, x + round];
  if (round === 0) return [`L${side === 'out' ? after : before} ${fromY}`];
  return [
    `L${before} ${fromY}`,
    `Q${x} ${fromY} ${x} ${fromY + down}`,
    `L${x} ${toY - down}`,
    `Q${x} ${toY} ${after} ${toY}`,
  ];
}
