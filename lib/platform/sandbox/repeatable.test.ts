import { afterAll, expect, test } from 'vitest';
import { createSandbox } from './sandbox';

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const CODE = 'return [new Date().toISOString(), Date.now(), Math.random(), Math.random()]';

test('the same circumstances give code the same time and the same chances, others give others', async () => {
  const { signal } = new AbortController();
  const run = async (seed: string, nowMs: number) => {
    const given = { kind: 'function', code: CODE, bindings: {}, signal } as const;
    const result = await sandbox.run({ ...given, circumstances: { seed, nowMs } });
    return result.ok ? (result.value as unknown[]) : result.error;
  };
  const first = await run('a', 1_000);
  expect(first).toEqual(['1970-01-01T00:00:01.000Z', 1_000, expect.any(Number), expect.any(Number)]);
  expect(await run('a', 1_000)).toEqual(first);
  expect(await run('b', 1_000)).not.toEqual(first);
  const waits = 'const t = Date.now(); while (Date.now() < t + 20); return Date.now() - t';
  const waited = { kind: 'function', code: waits, bindings: {}, signal } as const;
  expect(await sandbox.run({ ...waited, circumstances: { seed: '', nowMs: 5 } })).toMatchObject({ ok: true });
});
