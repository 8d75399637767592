import { beforeEach, expect, test } from 'vitest';
import type { SaveState } from '../store/save-state';
import { createOutbox } from './outbox';
import type { SaveFailure } from './save-outcome';

const DELAY_MS = 150;
const update = (...bytes: number[]) => new Uint8Array(bytes);

/** Creates a clock and a server, both controlled by the test. */
function bench() {
  let nowMs = 0;
  let refusal: string | null = null;
  const timers = new Map<number, { run: () => void; atMs: number }>();
  let lastTimer = 0;
  const sent: Array<{ updates: number[][]; answer: (failure: SaveFailure | null) => Promise<void> }> = [];
  const states: SaveState[] = [];
  let kept: readonly Uint8Array[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const outbox = createOutbox({
    refusal: () => refusal,
    merged: (updates) => update(...updates.flatMap((one) => [...one])),
    onState: (state) => states.push(state),
    onWaiting: (updates) => {
      kept = updates;
    },
    now: () => nowMs,
    setTimer: (run, delayMs) => {
      timers.set(++lastTimer, { run, atMs: nowMs + delayMs });
      return lastTimer;
    },
    clearTimer: (timer) => timers.delete(timer as number),
    send: (updates) =>
      new Promise((resolve) => {
        const answer = async (failure: SaveFailure | null) => {
          resolve(failure);
          await settle();
        };
        sent.push({ updates: updates.map((one) => [...one]), answer });
      }),
  });
  const pass = async (ms: number) => {
    nowMs += ms;
    for (const [id, timer] of timers) {
      if (timer.atMs > nowMs) continue;
      timers.delete(id);
      timer.run();
    }
    await settle();
  };
  const refuse = (reason: string | null) => {
    refusal = reason;
  };
  return { outbox, sent, states, pass, settle, refuse, kept: () => kept.map((one) => [...one]) };
}

let b: ReturnType<typeof bench>;
beforeEach(() => {
  b = bench();
});

test('what is typed together is sent together, and kept until the server has it', async () => {
  b.outbox.add(update(1));
  b.outbox.add(update(2));
  expect(b.kept()).toEqual([[1], [2]]);
  await b.pass(DELAY_MS);
  expect(b.sent[0]?.updates).toEqual([[1], [2]]);
  b.outbox.add(update(3));
  await b.pass(DELAY_MS);
  expect(b.sent).toHaveLength(1);
  await b.sent[0]!.answer(null);
  expect(b.kept()).toEqual([[3]]);
  await b.pass(DELAY_MS);
  await b.sent[1]!.answer(null);
  expect(b.sent[1]?.updates).toEqual([[3]]);
  expect(b.kept()).toEqual([]);
  expect(b.states.at(-1)).toEqual({ kind: 'saved' });
});

test('an unreachable server is tried again, ever more patiently, with all that came meanwhile', async () => {
  b.outbox.add(update(1));
  await b.pass(DELAY_MS);
  await b.sent[0]!.answer({ kind: 'unreachable' });
  expect(b.states.at(-1)).toMatchObject({ kind: 'offline', retryAtMs: DELAY_MS + 1_000 });
  b.outbox.add(update(2));
  expect(b.states.at(-1)?.kind).toBe('offline');
  await b.pass(1_000);
  expect(b.sent[1]?.updates).toEqual([[1], [2]]);
  await b.sent[1]!.answer({ kind: 'unreachable' });
  await b.pass(1_999);
  expect(b.sent).toHaveLength(2);
  b.outbox.retryNow();
  await b.pass(0);
  await b.sent[2]!.answer(null);
  expect(b.states.at(-1)).toEqual({ kind: 'saved' });
});

test('flush sends at once and tells whether all is saved', async () => {
  b.outbox.add(update(1));
  const flushed = b.outbox.flush();
  await b.settle();
  b.outbox.add(update(2));
  await b.sent[0]!.answer(null);
  await b.sent[1]!.answer({ kind: 'unreachable' });
  expect(await flushed).toBe(false);
  const again = b.outbox.flush();
  await b.settle();
  await b.sent[2]!.answer(null);
  expect(await again).toBe(true);
});

test('what the server refuses is kept, and sent again with what puts it right', async () => {
  b.outbox.add(update(1));
  await b.pass(DELAY_MS);
  await b.sent[0]!.answer({ kind: 'refused', reason: 'No.', isGone: false });
  expect(b.states.at(-1)).toMatchObject({ kind: 'refused', reason: 'No.' });
  expect(b.kept()).toEqual([[1]]);
  b.outbox.add(update(2));
  await b.pass(DELAY_MS);
  expect(b.sent[1]?.updates).toEqual([[1], [2]]);
});

test('what can’t be saved is not sent until it can', async () => {
  b.refuse('Goes in a circle.');
  b.outbox.add(update(1));
  await b.pass(60_000);
  expect(await b.outbox.flush()).toBe(false);
  expect(b.states.at(-1)).toMatchObject({ kind: 'refused', reason: 'Goes in a circle.' });
  b.refuse(null);
  b.outbox.look();
  await b.pass(DELAY_MS);
  expect(b.sent).toHaveLength(1);
});

test('after an hour without a connection what waits is one update', async () => {
  for (let at = 0; at < 60; at += 1) b.outbox.add(update(at));
  expect(b.kept().length).toBeLessThan(51);
  expect(b.kept().flat()).toEqual(Array.from({ length: 60 }, (_, at) => at));
});
