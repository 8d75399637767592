import { expect, test } from 'vitest';
import { WorkGate } from './work-gate';

/** Starts work that ends only when the test says so. */
function controlled(limits: ConstructorParameters<typeof WorkGate>[0]) {
  const gate = new WorkGate(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (owner: string, name: string, failure?: Error): Promise<string> =>
    gate.run(
      owner,
      () =>
        new Promise((resolve, reject) => {
          begun.push(name);
          ends.set(name, () => (failure === undefined ? resolve(name) : reject(failure)));
        }),
    );
  return { begun, start, end: (name: string) => ends.get(name)?.() };
}

test('only so much runs at once; the next begins when one has ended, also by a failure', async () => {
  const { begun, start, end } = controlled({ atOnce: 2 });
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

test('an owner with much work does not keep another from its turn', async () => {
  const { begun, start, end } = controlled({ atOnce: 2 });
  for (let index = 0; index < 6; index += 1) void start('many', `m${index}`);
  void start('few', 'f0');
  end('m0');
  end('m1');
  await expect.poll(() => begun).toEqual(['m0', 'm1', 'm2', 'f0']);
});

test('a full line refuses with the gate’s error, and is open again once it has moved on', async () => {
  const full = new Error('come again later');
  const { begun, start, end } = controlled({ atOnce: 1, maxWaiting: 1, whenFull: () => full });
  const [first, second] = [start('a', '1'), start('a', '2')];
  await expect(start('a', '3')).rejects.toBe(full);
  end('1');
  await first;
  const fourth = start('a', '4');
  end('2');
  expect(await second).toBe('2');
  await expect.poll(() => begun).toEqual(['1', '2', '4']);
  end('4');
  expect(await fourth).toBe('4');
});
