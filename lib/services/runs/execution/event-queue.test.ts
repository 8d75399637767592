import { expect, test } from 'vitest';
import { eventQueue } from './event-queue';

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

test('gives every event in order, also those pushed before anyone reads', async () => {
  const events = eventQueue<number>(async (push) => {
    push(1);
    await null;
    push(2);
    await new Promise((resolve) => setImmediate(resolve));
    push(3);
  });
  expect(await collect(events)).toEqual([1, 2, 3]);
});

test('work goes on when the reader leaves', async () => {
  let ended: () => void = () => undefined;
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const events = eventQueue<number>(async (push) => {
    push(1);
    await new Promise((resolve) => setImmediate(resolve));
    push(2);
    ended();
  });
  for await (const _ of events) break;
  await end;
});

test('a failure reaches the reader after the events before it', async () => {
  const seen: number[] = [];
  const events = eventQueue<number>(async (push) => {
    push(1);
    throw new Error('broken');
  });
  await expect(
    (async () => {
      for await (const event of events) seen.push(event);
    })(),
  ).rejects.toThrow('broken');
  expect(seen).toEqual([1]);
});
