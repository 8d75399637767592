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

test('random numbers come from the bytes that a call is given, if it is', async () => {
  const { signal } = new AbortController();
  const run = async (drawn?: string) => {
    const draw = drawn === undefined ? undefined : (seed: string) => (seed === 'a' ? drawn : '');
    const result = await sandbox.run({
      kind: 'function',
      code: 'return Math.random()',
      bindings: {},
      signal,
      circumstances: { seed: 'a', nowMs: 0, draw },
    });
    return result.ok ? result.value : result.error;
  };
  const [one, other] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)].map((bytes) => bytes.toString('base64url'));
  const first = await run(one);
  expect(await run(one)).toBe(first);
  expect(new Set([first, await run(other), await run()]).size).toBe(3);
});

const RANDOM = `return [crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(8))].join(),
  (await crypto.subtle.exportKey('jwk', await crypto.subtle.generateKey(
    { name: 'HMAC', hash: 'SHA-256' }, true, ['sign']))).k]`;

test('random values of crypto are the same for the same seed too, and none twice', async () => {
  const { signal } = new AbortController();
  const run = async (code: string, seed?: string) => {
    const circumstances = seed === undefined ? {} : { circumstances: { seed, nowMs: 0 } };
    const result = await sandbox.run({ kind: 'function', code, bindings: {}, signal, ...circumstances });
    return result.ok ? (result.value as string[]) : [result.error.message];
  };
  const first = await run(RANDOM, 'a');
  expect(first[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await run(RANDOM, 'a')).toEqual(first);
  expect(await run(`Math.random(); ${RANDOM}`, 'a')).toEqual(first);
  const others = [...(await run(RANDOM, 'b')), ...(await run(RANDOM)), ...(await run(RANDOM))];
  expect(new Set([...first, ...others]).size).toBe(12);
  const many = await run('return Array.from({ length: 1000 }, () => crypto.randomUUID())', 'a');
  expect(new Set(many).size).toBe(1_000);
});
