import { expect, test } from 'vitest';
import { WriteTurns } from './write-turns';

/** Starts writes that end only when the test says so. */
function controlled() {
  const turns = new WriteTurns();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (owner: string, name: string, failure?: Error): Promise<string> =>
    turns.run(
      owner,
      () =>
        new Promise((resolve, reject) => {
          begun.push(name);
          ends.set(name, () => (failure === undefined ? resolve(name) : reject(failure)));
        }),
    );
  return { begun, start, end: (name: string) => ends.get(name)?.() };
}

test('two bodies are written at a time; the next begins when one has ended, also by a failure', async () => {
  const { begun, start, end } = controlled();
  const [first, second] = [start('a', '1'), start('a', '2', new Error('no space'))];
  const [third, fourth] = [start('a', '3'), start('a', '4')];
  expect(begun).toEqual(['1', '2']);
  end('1');
  expect(await first).toBe('1');
  await expect.poll(() => begun).toEqual(['1', '2', '3']);
  end('2');
  await expect(second).rejects.toThrow('no space');
  await expect.poll(() => begun).toEqual(['1', '2', '3', '4']);
  end('3');
  end('4');
  expect(await Promise.all([third, fourth])).toEqual(['3', '4']);
});

test('an owner with many bodies does not keep another from its turn', async () => {
  const { begun, start, end } = controlled();
  for (let index = 0; index < 6; index += 1) void start('many', `m${index}`);
  void start('few', 'f0');
  end('m0');
  end('m1');
  await expect.poll(() => begun).toEqual(['m0', 'm1', 'm2', 'f0']);
});
