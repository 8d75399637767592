import { expect, test } from 'vitest';
import { type Colours, drawLines, drawShapes, type Line, type Shape } from './draw-shapes';

/** Maps each colour to its own name. */
const colours = new Proxy({} as Colours, { get: (_, name) => String(name) });
const EVERYTHING = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** A pen that records all drawing calls. */
function notingPen() {
  const noted: Array<{ what: string; colour: string; at: number[] }> = [];
  const pen = { fillStyle: '', strokeStyle: '', lineWidth: 1, globalAlpha: 1, parts: 0 };
  const tools = {
    fillRect: (...at: number[]) => noted.push({ what: 'fill', colour: pen.fillStyle, at }),
    strokeRect: (...at: number[]) => noted.push({ what: 'frame', colour: pen.strokeStyle, at }),
    beginPath: () => {
      pen.parts = 0;
    },
    moveTo: () => {},
    lineTo: (...at: number[]) => {
      pen.parts += 1;
      noted.push({ what: 'line', colour: pen.strokeStyle, at });
    },
    bezierCurveTo: (...at: number[]) => noted.push({ what: 'curve', colour: pen.strokeStyle, at }),
    fill: () => noted.push({ what: 'arrows', colour: pen.fillStyle, at: [pen.parts] }),
    stroke: () => noted.push({ what: 'stroke', colour: pen.strokeStyle, at: [pen.lineWidth, pen.parts] }),
  };
  return { pen: Object.assign(pen, tools) as unknown as CanvasRenderingContext2D, noted };
}

const shape = (left: number, mark: Shape['mark'] = 'plain', isFrame = false): Shape => ({
  left,
  top: 0,
  right: left + 184,
  bottom: 76,
  mark,
  isFrame,
});

test('a block is a box in its colour, two pixels large at least, and out of sight it isn’t drawn', () => {
  const { pen, noted } = notingPen();
  const sight = { ...EVERYTHING, right: 1_000 };
  const shapes = [shape(0), shape(500, 'error'), shape(2_000, 'success')];
  drawShapes(pen, shapes, { transform: [10, 20, 0.001], colours, sight });
  expect(noted.map(({ colour, at }) => [colour, ...at])).toEqual([
    ['plain', 10, 20, 2, 2],
    ['error', 11, 20, 2, 2],
  ]);
});

test('a frame is a line around what lies in it', () => {
  const { pen, noted } = notingPen();
  drawShapes(pen, [shape(0, 'running', true)], { transform: [0, 0, 1], colours, sight: EVERYTHING });
  expect(noted).toEqual([{ what: 'frame', colour: 'running', at: [0.5, 0.5, 184, 76] }]);
});

test('the way of a run is drawn over the other lines, and wider', () => {
  const { pen, noted } = notingPen();
  const line = (kind: Line['kind']): Line => ({ fromX: 0, fromY: 0, toX: 10, toY: 0, kind });
  const lines = [line('taken'), ...Array.from({ length: 100 }, () => line('plain'))];
  drawLines(pen, lines, { transform: [0, 0, 1], colours, sight: EVERYTHING, curved: false });
  const drawn = noted.filter(({ what }) => what === 'line').map(({ colour }) => colour);
  expect(drawn).toHaveLength(101);
  expect(drawn.at(-1)).toBe('taken');
  const widths = noted.filter(({ what, at }) => what === 'stroke' && at[1]! > 0);
  expect(widths.at(-1)!.at[0]).toBeGreaterThan(widths[0]!.at[0]!);
});

test('lines have arrows in their colour', () => {
  const { pen, noted } = notingPen();
  const line = (kind: Line['kind']): Line => ({ fromX: 0, fromY: 0, toX: 10, toY: 0, kind });
  const look = { transform: [0, 0, 1] as const, colours, sight: EVERYTHING };
  const lines = [line('plain'), line('plain'), line('failed')];
  drawLines(pen, lines, { ...look, curved: true });
  const arrows = noted.filter(({ what, at }) => what === 'arrows' && at[0]! > 0);
  expect(arrows.map(({ colour, at }) => [colour, ...at])).toEqual([
    ['line', 4],
    ['failed', 2],
  ]);
});

test('from afar a line that is hardly longer than an arrow has none', () => {
  const { pen, noted } = notingPen();
  const line = (toX: number): Line => ({ fromX: 0, fromY: 0, toX, toY: 0, kind: 'plain' });
  const look = { transform: [0, 0, 0.1] as const, colours, sight: EVERYTHING, curved: false };
  drawLines(pen, [line(200), line(100)], look);
  const arrows = noted.filter(({ what, at }) => what === 'arrows' && at[0]! > 0);
  expect(arrows.map(({ at }) => at)).toEqual([[2]]);
});
