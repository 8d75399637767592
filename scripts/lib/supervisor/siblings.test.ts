import { afterEach, beforeEach, expect, test } from 'vitest';
import { Lifetime } from '../lifetime.mjs';
import { launchApp } from './app-process.mjs';
import { createSiblings } from './siblings.mjs';

/**
 * Asks on request and sends the answers to its parent; answers with its number, if it answers. A patient
 * one waits for a pending answer without a limit.
 */
const CHILD = `
  import { answerSiblings, askSiblings, joinSiblings } from './lib/platform/siblings.ts';
  const { setTimeout } = globalThis;
  if (process.argv[2] === 'patient') globalThis.setTimeout = (run) => setTimeout(run, 2 ** 31 - 1);
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

async function launch(number: string, patience: 'patient' | 'hasty' = 'patient') {
  const args = ['--import', 'tsx', '--input-type=module', '-e', CHILD, number, patience];
  const app = launchApp(lifetime, { name: 'child', args, env: process.env });
  await app.ready;
  siblings.join(app);
  return app;
}

type App = Awaited<ReturnType<typeof launch>>;

/** Asks the others and returns what they answer. */
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
  const [a, b] = await Promise.all(['a', 'b', 'c'].map((number) => launch(number)));
  expect(await Promise.all([ask(a!), ask(b!)])).toEqual([
    ['b', 'c'],
    ['a', 'c'],
  ]);
});

test('who is alone hears nothing, at once', async () => {
  expect(await ask(await launch('a'))).toEqual([]);
});

test('who is stuck is not waited for', async () => {
  const [a, b] = await Promise.all(['a', 'b', 'c'].map((number) => launch(number, 'hasty')));
  process.kill(b!.pid!, 'SIGSTOP');
  // On a busy machine the third may be too late as well.
  await expect.poll(() => ask(a!)).toEqual(['c']);
});

test('who dies is waited for no longer', async () => {
  const [a, b] = await Promise.all(['a', 'b', 'c'].map((number) => launch(number)));
  process.kill(b!.pid!, 'SIGSTOP');
  const answers = ask(a!);
  process.kill(b!.pid!, 'SIGKILL');
  expect(await answers).toEqual(['c']);
});
