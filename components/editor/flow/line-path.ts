export interface End {
  x: number;
  y: number;
}

/** How far a line that leads back swings out, for the square root of its length. */
const SWING = 6.25;

/** A connection from a right side to a left side, as a part of an SVG path. */
export function linePath(from: End, to: End): string {
  const ahead = to.x - from.x;
  const bend = ahead >= 0 ? ahead / 2 : SWING * Math.sqrt(-ahead);
  return `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
}
