import { expect, test } from 'vitest';
import { allDefinitions } from '../document/definition-of';
import { drawNames, pathOfIcon, shortened } from './draw-names';
import type { Colours } from './draw-shapes';

const colours = new Proxy({} as Colours, { get: (_, name) => String(name) });
const widthOf = (text: string) => [...text].length * 10;

test('a name that is too long for a label is cut, with a sign that it goes on', () => {
  expect(shortened('fetch user', widthOf)).toEqual({ text: 'fetch user', widthPx: 100 });
  const { text, widthPx } = shortened('fetch all users of the workspace', widthOf);
  expect(text).toBe('fetch all use…');
  expect(widthPx).toBe(140);
  expect(shortened('fetch all the users', widthOf).text).toBe('fetch all the…');
  expect(shortened('👩‍🚀'.repeat(40), widthOf).widthPx).toBeLessThanOrEqual(140);
});

test('names are drawn on the ground of the canvas; those of blocks that are off are fainter', () => {
  const drawn: string[] = [];
  const pen = { fillStyle: '', strokeStyle: '', font: '' };
  const tools = {
    fillRect: (...at: number[]) => drawn.push(`${pen.fillStyle} ${at.join(' ')}`),
    fillText: (...[text, ...at]: [string, number, number]) =>
      drawn.push(`${pen.fillStyle} ${text} ${at.join(' ')}`),
    save: () => undefined,
    restore: () => undefined,
  };
  const label = { rank: 'other' as const, icon: null, hasIcon: false, top: 50, widthPx: 40 };
  drawNames(
    Object.assign(pen, tools) as unknown as CanvasRenderingContext2D,
    [
      { ...label, id: 'a', name: 'one', text: 'one', x: 100, isOff: false },
      { ...label, id: 'b', name: 'two', text: 'two', x: 200, isOff: true },
    ],
    { colours, fontFamily: 'Inter' },
  );
  expect(drawn).toEqual([
    'ground 77 50 46 15',
    'ground 177 50 46 15',
    'name one 80 58',
    'offName two 180 58',
  ]);
  expect(pen.font).toBe('500 11px Inter');
});

test.each(allDefinitions().map(({ type, icon }) => [type, icon] as const))(
  'the icon of %s is one path, without a part left out',
  (_, icon) => {
    const path = pathOfIcon(icon);
    expect(path).not.toMatch(/NaN|undefined/);
    expect(path.match(/m/gi)!.length).toBeGreaterThanOrEqual(icon.length);
  },
);

test('circles and boxes are paths too; each part begins where it would alone', () => {
  const lines = pathOfIcon([
    ['path', { d: 'M3 3h2' }],
    ['path', { d: 'm4 4 5 5' }],
  ]);
  expect(lines).toBe('M3 3h2 M0 0m4 4 5 5');
  expect(pathOfIcon([['circle', { cx: '12', cy: '12', r: '3' }]])).toBe(
    'M9 12A3 3 0 0 1 15 12A3 3 0 0 1 9 12Z',
  );
  expect(pathOfIcon([['rect', { x: '2', y: '4', width: '10', height: '6', rx: '1' }]])).toBe(
    'M3 4h8a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-8a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1Z',
  );
});
