import { expect, test } from 'vitest';
import { createExportQueue, type SendResult } from './export-queue';

const LONG_MS = 60_000;

/** A queue whose batches are answered by `answer`, with what was sent and what was dropped. */
function queueWith(answer: (batch: readonly number[]) => Promise<SendResult>, maxQueued = 10) {
  const sent: number[][] = [];
  const dropped: Array<[number, string]> = [];
  const queue = createExportQueue<number>({
    maxQueued,
    maxBatch: 3,
    everyMs: LONG_MS,
    send: (batch) => {
      sent.push([...batch]);
      return answer(batch);
    },
    onDropped: (count, why) => dropped.push([count, why]),
  });
  return { queue, sent, dropped };
}

test('a full batch is sent at once, the rest when the queue closes', async () => {
  const { queue, sent, dropped } = queueWith(async () => ({ kind: 'sent' }));
  queue.offer([1, 2]);
  expect(sent).toEqual([]);
  queue.offer([3, 4]);
  expect(sent).toEqual([[1, 2, 3]]);
  await queue.close(LONG_MS);
  expect(sent).toEqual([[1, 2, 3], [4]]);
  expect(dropped).toEqual([]);
});

test('while the collector does not answer, what is too much is dropped and counted', async () => {
  let answer = (_: SendResult): void => {};
  const pending = new Promise<SendResult>((resolve) => (answer = resolve));
  const { queue, sent, dropped } = queueWith(() => pending, 4);
  queue.offer([1, 2, 3]);
  queue.offer([4, 5, 6, 7, 8]);
  queue.offer([9]);
  expect(sent).toEqual([[1, 2, 3]]);
  expect(dropped).toEqual([
    [1, 'the queue is full'],
    [1, 'the queue is full'],
  ]);
  answer({ kind: 'sent' });
  await queue.close(LONG_MS);
  expect(sent).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
});

test('what the collector refuses is dropped, with the reason', async () => {
  const { queue, dropped } = queueWith(async () => ({ kind: 'refused', why: 'it answered 400' }));
  queue.offer([1, 2, 3]);
  await queue.close(LONG_MS);
  expect(dropped).toEqual([[3, 'it answered 400']]);
});

test('a collector that is away is asked again, but not by a queue that closes', async () => {
  const away: SendResult = { kind: 'again', afterMs: null, why: 'no answer' };
  const { queue, sent, dropped } = queueWith(async () => away);
  queue.offer([1, 2, 3]);
  await queue.close(LONG_MS);
  expect(sent.every((batch) => batch.length === 3)).toBe(true);
  expect(dropped).toEqual([[3, 'no answer']]);
});
