import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventsOf } from './events.js';
import { linesOf } from './lines.js';

/** A body whose bytes arrive in pieces of these sizes, again and again. */
function bodyOf(text: string, sizes: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  let piece = 0;
  return new ReadableStream({
    pull(controller) {
      const size = sizes[piece % sizes.length] ?? 1;
      piece += 1;
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
      if (at >= bytes.length) controller.close();
    },
  });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('lines are the same however their bytes arrive', async () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n\ufeff]/g, ''));
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(line), sizes, fc.constantFrom('\n', '\r\n'), async (lines, pieces, end) => {
      const text = lines.map((one) => one + end).join('');
      expect(await all(linesOf(bodyOf(text, pieces)))).toEqual(lines);
    }),
    { numRuns: 200 },
  );
});

test('a last line without an end is a line', async () => {
  expect(await all(linesOf(bodyOf('a\n\nb', [2])))).toEqual(['a', '', 'b']);
  expect(await all(linesOf(bodyOf('', [1])))).toEqual([]);
});

test('a body that falls silent has broken', async () => {
  const silent = new ReadableStream<Uint8Array>();
  await expect(all(linesOf(silent, 5))).rejects.toThrow('Nothing arrived');
});

test('whoever leaves cancels the body', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('a\nb\n')),
    cancel: () => {
      isCancelled = true;
    },
  });
  for await (const line of linesOf(body)) if (line === 'a') break;
  expect(isCancelled).toBe(true);
});

test('events have the data of their lines and the last id; a half one at the end is none', async () => {
  const text = ': a comment\n\nid: 7\ndata: one\ndata:two\nother: x\n\nevent: e\ndata\n\ndata: half';
  expect(await all(eventsOf(linesOf(bodyOf(text, [3]))))).toEqual([
    { id: '7', data: 'one\ntwo' },
    { id: '7', data: '' },
  ]);
});
