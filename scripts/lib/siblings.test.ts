import { afterEach, beforeEach, expect, test } from 'vitest';
import { launchApp } from './app-process.mjs';
import { Lifetime } from './lifetime.mjs';
import { createSiblings } from './siblings.mjs';

/** Asks what it is told to ask and tells its parent the answers; answers with its number, when it answers. */
const CHILD = `
  import { answerSiblings, askSiblings, joinSiblings } from './lib/platform/siblings.ts';
  joinSiblings();
  answerSiblings('metrics', () => process.argv[1]);
  process.on('message', async ({ type }) => {
    if (type !== 'ask') return;
    process.send({ type: 'heard', answers: await askSiblings('metrics', null) });
  });
  process.send({ type: 'ready' });`;

let lifetime: Lifetime;
let siblings: ReturnType<typeof createSiblings>;
beforeEach(() => {
  lifetime = new Lifetime();
  siblings = createSiblings();
});
afterEach(async () => {
  await lifetime.end(0);
});

async function launch(number: string) {
  const args = ['--import', 'tsx', '--input-type=module', '-e', CHILD, number];
  const app = launchApp(lifetime, { name: 'child', args, env: process.env });
  await app.ready;
  siblings.join(app);
  return app;
}

type App = Awaited<ReturnType<typeof launch>>;

/** What a process hears when it asks the others. */
function ask({ child }: App): Promise<string[]> {
  return new Promise((resolve) => {
    const hear = (message: { type: string; answers: string[] }): void => {
      if (message.type !== 'heard') return;
      child.off('message', hear);
      resolve(message.answers.toSorted());
    };
    child.on('message', hear);
    child.send({ type: 'ask' });
  });
}

test('a question reaches all others and nobody else', async () => {
  const [a, b] = await Promise.all(['a', 'b', 'c'].map(launch));
  expect(await Promise.all([ask(a!), ask(b!)])).toEqual([
    ['b', 'c'],
    ['a', 'c'],
  ]);
}, 60_000);

test('who is alone hears nothing, at once', async () => {
  expect(await ask(await launch('a'))).toEqual([]);
}, 60_000);

test('who is stuck or dies is waited for no longer than it takes', async () => {
  const [a, b] = await Promise.all(['a', 'b', 'c'].map(launch));
  process.kill(b!.pid!, 'SIGSTOP');
  expect(await ask(a!)).toEqual(['c']);
  const answers = ask(a!);
  process.kill(b!.pid!, 'SIGKILL');
  expect(await answers).toEqual(['c']);
}, 60_000);
