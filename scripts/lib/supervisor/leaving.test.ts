import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Lifetime } from '../lifetime.mjs';
import { createLeaving } from './leaving.mjs';

/** Far beyond the time limit of a test: only an event may end this wait. */
const LONG_MS = 3_600_000;

let lifetime: Lifetime;
let order: string[];
beforeEach(() => {
  lifetime = new Lifetime();
  order = [];
  lifetime.onEnd(async () => void order.push('stopped'));
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterEach(() => vi.restoreAllMocks());

/** A process of which only what it is sent matters. */
function member() {
  let die = () => {};
  const gone = new Promise<void>((resolve) => {
    die = resolve;
  });
  const send = ({ type }: { type: string }) => order.push(type);
  return { app: { child: { connected: true, send }, gone }, die };
}

test('processes hear that they leave before anything is stopped', async () => {
  createLeaving(lifetime, 1).join(member().app);
  await lifetime.end(0);
  expect(order).toEqual(['leaving', 'stopped']);
});

test('without a time to leave, and before anything serves, the stop begins at once', async () => {
  createLeaving(lifetime, LONG_MS);
  createLeaving(lifetime, 0).join(member().app);
  await lifetime.end(0);
  expect(order).toEqual(['stopped']);
});

test('the wait ends when nobody is left', async () => {
  const { app, die } = member();
  createLeaving(lifetime, LONG_MS).join(app);
  const ended = lifetime.end(0);
  die();
  await ended;
  expect(order).toEqual(['leaving', 'stopped']);
});

test('a second signal ends the wait', async () => {
  createLeaving(lifetime, LONG_MS).join(member().app);
  const ended = lifetime.interrupt();
  const startedAt = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(startedAt + 60_000); // a signal soon after the first is the same
  lifetime.interrupt();
  await ended;
  expect(order).toEqual(['leaving', 'stopped']);
});
