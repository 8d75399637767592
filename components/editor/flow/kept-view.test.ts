import { expect, test } from 'vitest';
import { keepView, readView } from './kept-view';

const SIZE = { width: 1000, height: 600 };
const BOUNDS = { x: 0, y: 0, width: 1200, height: 100 };

function storageOf(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('a workflow is shown as it was left, each in its own view', () => {
  const storage = storageOf();
  const view = { x: -300, y: 120, zoom: 0.5 };
  keepView(storage, 'one', { view, first: null, size: SIZE });
  expect(readView(storage, 'one', { bounds: BOUNDS, size: SIZE })).toEqual(view);
  expect(readView(storage, 'two', { bounds: BOUNDS, size: SIZE })).toBeNull();
});

test('a window of another size shows the same place in its middle', () => {
  const storage = storageOf();
  keepView(storage, 'one', { view: { x: 100, y: 200, zoom: 1 }, first: null, size: SIZE });
  const size = { width: 600, height: 400 };
  const view = readView(storage, 'one', { bounds: BOUNDS, size })!;
  expect([300 - view.x, 200 - view.y]).toEqual([400, 100]);
});

test('the view that a workflow has by itself is not kept', () => {
  const storage = storageOf();
  const first = { x: 10, y: 20, zoom: 1 };
  keepView(storage, 'one', { view: { x: 0, y: 0, zoom: 2 }, first, size: SIZE });
  expect(storage.kept.size).toBe(1);
  keepView(storage, 'one', { view: first, first, size: SIZE });
  expect(storage.kept.size).toBe(0);
});

test('a view of empty ground, and what is no view, are passed over', () => {
  const storage = storageOf({
    'millrace:view:broken': '{"x": 1',
    'millrace:view:zoomless': '{"x": 1, "y": 2, "zoom": 0}',
  });
  keepView(storage, 'far', { view: { x: -90_000, y: 0, zoom: 1 }, first: null, size: SIZE });
  for (const id of ['broken', 'zoomless', 'far'])
    expect(readView(storage, id, { bounds: BOUNDS, size: SIZE })).toBeNull();
});
