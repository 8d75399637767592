import { expect, test } from 'vitest';
import { detailAt, LEAST_READABLE_ZOOM, lineWidthAt } from './zoom-detail';

test('from near all of a block is drawn, then its name, then its shape', () => {
  expect([1, 0.6, 0.5, 0.4, 0.2, 0.001].map(detailAt)).toEqual([
    'near',
    'near',
    'middle',
    'middle',
    'far',
    'far',
  ]);
});

test('lines are as wide as can be seen at any zoom, and change in few steps', () => {
  for (const zoom of [2, 1, 0.8, LEAST_READABLE_ZOOM]) expect(lineWidthAt(zoom)).toBe(1.5);
  const zooms = Array.from({ length: 1_000 }, (_, at) => LEAST_READABLE_ZOOM * 0.998 ** (at * 3 + 1));
  for (const zoom of zooms) {
    const seenPx = lineWidthAt(zoom) * zoom;
    expect(seenPx).toBeGreaterThanOrEqual(1.499);
    expect(seenPx).toBeLessThan(2.2);
  }
  expect(new Set(zooms.map(lineWidthAt)).size).toBeLessThan(25);
});
