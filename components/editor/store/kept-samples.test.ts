import { expect, test } from 'vitest';
import { keepSamples, readSample, samplesKept } from './kept-samples';

function storage(room = true): Storage {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (!room) throw new Error('QuotaExceededError');
      held.set(key, text);
    },
    removeItem: (key: string) => void held.delete(key),
    clear: () => held.clear(),
    key: () => null,
    length: 0,
  };
}

test('pinned samples outlive the page, the others do not', () => {
  const place = storage();
  expect(keepSamples(place, 'w', { a: { text: '{}', pinned: true }, b: { text: '{}', pinned: false } })).toBe(
    true,
  );
  expect(samplesKept(place, 'w')).toEqual({ a: { text: '{}', pinned: true } });
  expect(samplesKept(place, 'other')).toEqual({});
});

test('a full storage is told, not thrown', () => {
  expect(keepSamples(storage(false), 'w', { a: { text: '{}', pinned: true } })).toBe(false);
});

test('a sample is an object or nothing', () => {
  expect(readSample('{"id": 1}')).toEqual({ id: 1 });
  for (const text of ['', '[1]', 'null', '{"id":', '9007199254740993']) expect(readSample(text)).toBeNull();
});
