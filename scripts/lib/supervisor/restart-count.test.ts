import { expect, test } from 'vitest';
import { createRestartCount } from './restart-count.mjs';

/** A process that hears messages; `end()` ends it. */
function fakeApp() {
  const heard: number[] = [];
  let end = () => {};
  const gone = new Promise<void>((resolve) => (end = resolve));
  const child = { connected: true, send: ({ restarts }: { restarts: number }) => heard.push(restarts) };
  return { app: { child, gone }, heard, end };
}

test('the first processes are no restarts; those that follow are told to all that run', async () => {
  const { join } = createRestartCount(2);
  const [one, two, three] = [fakeApp(), fakeApp(), fakeApp()];
  join(one.app);
  join(two.app);
  one.end();
  await one.app.gone;
  join(three.app);
  expect([one.heard, two.heard, three.heard]).toEqual([[0, 0], [0, 1], [1]]);
});
