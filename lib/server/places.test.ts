import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createPlaces } from './places';

/** Starts a server whose responses the test ends, and sends `calls` requests to it. */
async function withAnswers(calls: number, use: (answers: ServerResponse[]) => Promise<void>): Promise<void> {
  const answers: ServerResponse[] = [];
  const server = createServer((_, response) => void answers.push(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = Array.from({ length: calls }, () => fetch(`http://127.0.0.1:${port}`).catch(() => undefined));
  while (answers.length < calls) await once(server, 'request');
  await use(answers);
  server.close();
  server.closeAllConnections();
  await Promise.all(asked);
}

test('so many answers are made at once; the next begins when one ends, in order of arrival', async () => {
  await withAnswers(4, async (answers) => {
    const places = createPlaces({ most: 2, mostWaiting: 2, maxHoldMs: 60_000 });
    const begun: number[] = [];
    const takes = answers.map((answer, index) => places.take(answer).then(() => begun.push(index)));
    await Promise.all(takes.slice(0, 2));
    expect(begun).toEqual([0, 1]);
    answers[1]!.end();
    await takes[2];
    expect(begun).toEqual([0, 1, 2]);
    answers[0]!.destroy();
    await takes[3];
  });
});

test('who comes when too many wait is refused with Retry-After', async () => {
  await withAnswers(3, async ([one, two, three]) => {
    const places = createPlaces({ most: 1, mostWaiting: 1, maxHoldMs: 60_000 });
    await places.take(one!);
    const second = places.take(two!);
    await expect(places.take(three!)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    one!.end();
    await second;
  });
});

test('an answer that nobody reads frees its place after a while', async () => {
  await withAnswers(2, async ([one, two]) => {
    const places = createPlaces({ most: 1, mostWaiting: 1, maxHoldMs: 20 });
    await places.take(one!);
    await places.take(two!);
    expect(one!.writableEnded).toBe(false);
  });
});

test('each is begun in a turn of the event loop of its own, also when places are free', async () => {
  await withAnswers(5, async (answers) => {
    const places = createPlaces({ most: 5, mostWaiting: 0, maxHoldMs: 60_000 });
    let turn = 0;
    let isCounting = true;
    const count = (): void => {
      turn += 1;
      if (isCounting) setImmediate(count);
    };
    setImmediate(count);
    const begun = await Promise.all(answers.map((answer) => places.take(answer).then(() => turn)));
    isCounting = false;
    expect(new Set(begun).size).toBe(begun.length);
  });
});
