import { afterEach, expect, test } from 'vitest';
import { Lifetime } from '../lifetime.mjs';
import { launchApp } from './app-process.mjs';
import { createEndedProcesses } from './ended-processes.mjs';

/** Has its own name as its id, and forwards its messages. */
const LIVES = `
  process.send({ type: 'ready', url: '', drainMs: 0, processId: process.argv[1] });
  process.on('message', (told) => process.send({ type: 'told', told }));`;

const lifetime = new Lifetime();
afterEach(() => lifetime.end(0));

function launch(name: string) {
  const app = launchApp(lifetime, { name: 'server', args: ['-e', LIVES, name], env: process.env });
  const told = new Promise<unknown>((resolve) =>
    app.child.on('message', (message: { type: string; told: unknown }) => {
      if (message.type === 'told') resolve(message.told);
    }),
  );
  return { ...app, told };
}

test('each process hears of one that has ended, also one that is ready only after that', async () => {
  const ended = createEndedProcesses();
  const [first, second] = [launch('first'), launch('second')];
  await Promise.all([first.ready, second.ready]);
  ended.join(first);
  ended.join(second);
  first.child.kill('SIGKILL');
  expect(await second.told).toEqual({ type: 'process-ended', processId: 'first' });
  const third = launch('third');
  await third.ready;
  ended.join(third);
  expect(await third.told).toEqual({ type: 'process-ended', processId: 'first' });
});
