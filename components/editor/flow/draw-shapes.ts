import type { Rect } from '@xyflow/react';
import type { Bounds } from '../document/geometry';

/** The appearance of a block or a line from afar. */
export type Mark =
  | 'plain'
  | 'beginning'
  | 'off'
  | 'problem'
  | 'warning'
  | 'running'
  | 'success'
  | 'error'
  | 'selected';

export interface Shape extends Bounds {
  mark: Mark;
  /** If true, drawn as an outline around its members. */
  isFrame: boolean;
}

export interface Line {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  /** `taken` and `failed`: the run took the connection, or failed along it. */
  kind: 'plain' | 'failing' | 'taken' | 'failed';
}

/** The style sheet's colours by their use. */
const COLOUR_NAMES = {
  surface: '--surface',
  line: '--faint',
  failing: '--danger',
  taken: '--success',
  failed: '--danger',
  plain: '--line-strong',
  off: '--line',
  beginning: '--accent-solid',
  selected: '--accent-solid',
  problem: '--warning-solid',
  warning: '--warning-solid',
  running: '--running-solid',
  success: '--success-solid',
  error: '--danger-solid',
  ground: '--canvas',
  name: '--ink',
  offName: '--muted',
  icon: '--accent',
} as const;
export type Colours = Record<keyof typeof COLOUR_NAMES, string>;

export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const read = Object.entries(COLOUR_NAMES).map(([key, name]) => [key, style.getPropertyValue(name)]);
  return Object.fromEntries(read) as Colours;
}

/** Converts workflow coordinates to pixels: `[x, y, zoom]`. */
export type Transform = readonly [number, number, number];
type Pen = CanvasRenderingContext2D;

const FILLED_SHARE = 0.34;
const LEAST_SHAPE_PX = 2;

interface Look {
  transform: Transform;
  colours: Colours;
  /** The visible area; shapes outside are skipped. */
  sight: Bounds;
}

/** Draws frames as lines and blocks as boxes, colour by colour, because each change of colour takes time. */
export function drawShapes(pen: Pen, shapes: Iterable<Shape>, { transform, colours, sight }: Look): void {
  const boxes = new Map<Mark, Rect[]>();
  for (const shape of shapes) {
    const { left, top, right, bottom, mark, isFrame } = shape;
    if (right < sight.left || left > sight.right || bottom < sight.top || top > sight.bottom) continue;
    const box = boxOf(shape, transform);
    if (isFrame) {
      pen.strokeStyle = colours[mark];
      pen.strokeRect(box.x + 0.5, box.y + 0.5, box.width, box.height);
    } else add(boxes, mark, box);
  }
  for (const [mark, own] of boxes) {
    pen.fillStyle = colours[mark];
    for (const { x, y, width, height } of own) pen.fillRect(x, y, width, height);
  }
  pen.fillStyle = colours.surface;
  for (const own of boxes.values()) for (const box of own) fillInside(pen, box);
  pen.globalAlpha = FILLED_SHARE;
  for (const [mark, own] of boxes) {
    if (mark === 'off') continue;
    pen.fillStyle = colours[mark];
    for (const box of own) fillInside(pen, box);
  }
  pen.globalAlpha = 1;
}

function add(boxes: Map<Mark, Rect[]>, mark: Mark, box: Rect): void {
  const own = boxes.get(mark);
  if (own === undefined) boxes.set(mark, [box]);
  else own.push(box);
}

/** Rounds to whole pixels, which are filled several times as fast as fractions. */
const boxOf = ({ left, top, right, bottom }: Shape, [x, y, zoom]: Transform): Rect => ({
  x: Math.round(left * zoom + x),
  y: Math.round(top * zoom + y),
  width: Math.max(LEAST_SHAPE_PX, Math.round((right - left) * zoom)),
  height: Math.max(LEAST_SHAPE_PX, Math.round((bottom - top) * zoom)),
});

/** Fills a box inside its outline, if it is large enough for one. */
function fillInside(pen: Pen, { x, y, width, height }: Rect): void {
  if (width > 2 && height > 2) pen.fillRect(x + 1, y + 1, width - 2, height - 2);
}

const LOOK: Record<Line['kind'], { colour: keyof Colours; widthPx: number }> = {
  plain: { colour: 'line', widthPx: 1 },
  failing: { colour: 'failing', widthPx: 1 },
  taken: { colour: 'taken', widthPx: 2.25 },
  failed: { colour: 'failed', widthPx: 2.25 },
};
/** One path of very many parts costs more than several with fewer parts. */
const PARTS_OF_PATH = 64;
/** The swing of a line that leads back, per square root of its length. */
const SWING = 6.25;

/** The arrow's size in pixels, at any zoom. */
const ARROW = { length: 6, half: 3 };
/** Shorter lines get no arrow, which would cover them when seen from afar. */
const LEAST_LINE_PX = 2 * ARROW.length;

/** Draws connections, those that a run took over the others. `curved`: as they are drawn from near. */
export function drawLines(pen: Pen, lines: readonly Line[], look: Look & { curved: boolean }): void {
  drawStrokes(pen, lines, look);
  drawArrows(pen, lines, look);
}

/** Draws triangles that lead into the block at a line's end from the left: one path per colour. */
function drawArrows(pen: Pen, lines: readonly Line[], look: Look & { curved: boolean }): void {
  const [x, y, zoom] = look.transform;
  for (const [kind, { colour }] of Object.entries(LOOK)) {
    let parts = 0;
    pen.fillStyle = look.colours[colour];
    pen.beginPath();
    for (const line of lines) {
      if (line.kind !== kind || isAside(line, look.sight)) continue;
      const lengthPx = Math.hypot(line.toX - line.fromX, line.toY - line.fromY) * zoom;
      if (!look.curved && lengthPx < LEAST_LINE_PX) continue;
      const tipX = line.toX * zoom + x;
      const tipY = line.toY * zoom + y;
      pen.moveTo(tipX, tipY);
      pen.lineTo(tipX - ARROW.length, tipY - ARROW.half);
      pen.lineTo(tipX - ARROW.length, tipY + ARROW.half);
      parts += 1;
      if (parts % PARTS_OF_PATH !== 0) continue;
      pen.fill();
      pen.beginPath();
    }
    pen.fill();
  }
}

function drawStrokes(pen: Pen, lines: readonly Line[], look: Look & { curved: boolean }): void {
  const [x, y, zoom] = look.transform;
  const { sight } = look;
  for (const [kind, { colour, widthPx }] of Object.entries(LOOK)) {
    let parts = 0;
    pen.strokeStyle = look.colours[colour];
    pen.lineWidth = widthPx;
    pen.beginPath();
    for (const line of lines) {
      if (line.kind !== kind || isAside(line, sight)) continue;
      const fromX = line.fromX * zoom + x;
      const fromY = line.fromY * zoom + y;
      const toX = line.toX * zoom + x;
      const toY = line.toY * zoom + y;
      pen.moveTo(fromX, fromY);
      if (look.curved) {
        const ahead = line.toX - line.fromX;
        const bend = (ahead >= 0 ? ahead / 2 : SWING * Math.sqrt(-ahead)) * zoom;
        pen.bezierCurveTo(fromX + bend, fromY, toX - bend, toY, toX, toY);
      } else pen.lineTo(toX, toY);
      parts += 1;
      if (parts % PARTS_OF_PATH !== 0) continue;
      pen.stroke();
      pen.beginPath();
    }
    pen.stroke();
  }
}

const isAside = ({ fromX, fromY, toX, toY }: Line, sight: Bounds): boolean =>
  Math.max(fromX, toX) < sight.left ||
  Math.min(fromX, toX) > sight.right ||
  Math.max(fromY, toY) < sight.top ||
  Math.min(fromY, toY) > sight.bottom;
