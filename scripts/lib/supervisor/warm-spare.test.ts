import { afterEach, beforeEach, expect, test } from 'vitest';
import { Lifetime } from '../lifetime.mjs';
import { isAlive } from '../process-identity.mjs';
import { launchApp } from './app-process.mjs';
import { createWarmSpare } from './warm-spare.mjs';

/** Loads nothing, and answers when it is to serve. */
const SPARE = `process.on('message', ({ type }) => type === 'serve' && process.send({ type: 'ready', url: 'here' }));
process.send({ type: 'warm' });`;
const STILL_LOADING = 'setInterval(() => {}, 1000);';

let lifetime: Lifetime;
beforeEach(() => {
  lifetime = new Lifetime();
});
afterEach(async () => {
  await lifetime.end(0);
});

function spareOf(code: string) {
  const launched: Array<ReturnType<typeof launchApp>> = [];
  const launch = () => {
    const app = launchApp(lifetime, { name: 'spare', args: ['-e', code], env: process.env });
    launched.push(app);
    return app;
  };
  return { launched, ...createWarmSpare(lifetime, launch, { afterMs: 0 }) };
}

test('a spare that is warm serves when it is taken, and the next one is another process', async () => {
  const spare = spareOf(SPARE);
  await spare.prepare('db');
  await spare.launched[0]!.warm;
  const taken = spare.take('db');
  expect(await taken.ready).toBe('here');
  expect(spare.take('db')).toBeNull();
  await spare.prepare('db');
  await spare.launched[1]!.warm;
  expect(spare.take('db').pid).not.toBe(taken.pid);
});

test('one that is still loading, or has another database, is not taken', async () => {
  const loading = spareOf(STILL_LOADING);
  await loading.prepare('db');
  expect(loading.take('db')).toBeNull();
  const moved = spareOf(SPARE);
  await moved.prepare('db');
  await moved.launched[0]!.warm;
  expect(moved.take('elsewhere')).toBeNull();
  for (const { launched } of [loading, moved]) {
    await launched[0]!.gone;
    expect(isAlive(launched[0]!.pid!)).toBe(false);
  }
});

test('after one that died unused there is another', async () => {
  const spare = spareOf(SPARE);
  await spare.prepare('db');
  process.kill(spare.launched[0]!.pid!, 'SIGKILL');
  await spare.launched[0]!.gone;
  expect(spare.take('db')).toBeNull();
  await spare.prepare('db');
  await spare.launched[1]!.warm;
  expect(await spare.take('db').ready).toBe('here');
});
