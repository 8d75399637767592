import type { Rect, Viewport } from '@xyflow/react';
import { expect, test } from 'vitest';
import { differsMuch, followWindow, type Shown } from './keep-sight';

const WIDE = { width: 1376, height: 852 };
const PHONE = { width: 390, height: 740 };
const box = (x: number, y = 0): Rect => ({ x, y, width: 184, height: 96 });

const viewAfterResize = ({ view, ...shown }: Shown & { view: Viewport }): Viewport =>
  followWindow({ seen: { size: WIDE, view }, previous: null }, PHONE, shown).seen.view;

function isSeen({ x, y, width, height }: Rect, view: Viewport, size: { width: number; height: number }) {
  const [left, top] = [x * view.zoom + view.x, y * view.zoom + view.y];
  return (
    left >= 0 && top >= 0 && left + width * view.zoom <= size.width && top + height * view.zoom <= size.height
  );
}

test('blocks that were all in sight are again on a narrow window, or their beginning is', () => {
  const two = [box(0, 0), box(256, 0)];
  const around = { bounds: { x: 0, y: 0, width: 440, height: 96 }, start: { x: 0, y: 0 } };
  const view = { x: 468, y: 378, zoom: 1 };
  const narrow = viewAfterResize({ view, boxes: two, first: around });
  for (const each of two) expect(isSeen(each, narrow, PHONE)).toBe(true);

  const five = [0, 256, 512, 768, 1024].map((x) => box(x));
  const long = { bounds: { x: 0, y: 0, width: 1208, height: 96 }, start: { x: 0, y: 0 } };
  const shown = viewAfterResize({
    view: { x: 84, y: 378, zoom: 1 },
    boxes: five,
    first: long,
  });
  expect(isSeen(five[0]!, shown, PHONE)).toBe(true);
});

test('of a part that is looked at, the middle stays in the middle', () => {
  const boxes = [box(0), box(2_000), box(2_256)];
  const first = { bounds: { x: 0, y: 0, width: 2_440, height: 96 }, start: { x: 0, y: 0 } };
  const view = { x: -1_500, y: 300, zoom: 1 };
  const after = viewAfterResize({ view, boxes, first });
  expect((PHONE.width / 2 - after.x) / after.zoom).toBe((WIDE.width / 2 - view.x) / view.zoom);
});

test('where the middle is empty ground, the nearest block comes into sight', () => {
  const boxes = [box(-600), box(4_000)];
  const first = { bounds: { x: -600, y: 0, width: 4_784, height: 96 }, start: { x: -600, y: 0 } };
  const view = { x: 620, y: 300, zoom: 1 };
  const after = viewAfterResize({ view, boxes, first });
  expect(boxes.map((each) => isSeen(each, after, PHONE))).toEqual([true, false]);
});

test('the block that is open stays in sight, whatever else is', () => {
  const boxes = [box(0), box(256), box(900)];
  const first = { bounds: { x: 0, y: 0, width: 1_084, height: 96 }, start: { x: 0, y: 0 } };
  const view = { x: 100, y: 300, zoom: 1 };
  const after = viewAfterResize({ view, boxes, first, chosen: boxes[2] });
  expect(isSeen(boxes[2]!, after, PHONE)).toBe(true);
});

test('a window that is nudged changes nothing; one that is hidden is no size', () => {
  expect(differsMuch(WIDE, { ...WIDE, width: 1300 })).toBe(false);
  expect(differsMuch(WIDE, { ...WIDE, height: 300 })).toBe(false);
  expect(differsMuch(WIDE, { width: 0, height: 0 })).toBe(false);
  expect(differsMuch(WIDE, PHONE)).toBe(true);
  expect(differsMuch(PHONE, WIDE)).toBe(true);
});

test('a phone that is turned back shows what it showed before', () => {
  const boxes = [0, 256, 512, 768, 1_024].map((x) => box(x));
  const first = { bounds: { x: 0, y: 0, width: 1_208, height: 96 }, start: { x: 0, y: 0 } };
  const wide = { seen: { size: WIDE, view: { x: 84, y: 378, zoom: 1 } }, previous: null };
  const narrow = followWindow(wide, PHONE, { boxes, first });
  expect(narrow.seen.view).not.toEqual(wide.seen.view);
  expect(followWindow(narrow, WIDE, { boxes, first }).seen.view).toEqual(wide.seen.view);
});
