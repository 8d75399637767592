import { afterEach, expect, it } from 'vitest';
import type { CodeAhead, CodeRequest } from './contract';
import { LaterValue } from './contract';
import { createSandbox, type Sandbox } from './sandbox';

const open: Sandbox[] = [];
afterEach(() => {
  for (const sandbox of open.splice(0)) sandbox.close();
});

const FIRST = 'let list = []; for (const x of [1, 2]) list.push({ x }); return { list }';
const SECOND = 'let sum = $ref1; for (const { x } of $ref0) sum += x; return { sum }';
const THIRD = 'let text = ""; for (const d of String($ref0)) text += d; return text';

/** Creates a sandbox with one thread for a chain of calls, like those of a run. */
function chainOf(
  ahead: (list: LaterValue) => Array<Omit<CodeAhead, 'seed' | 'timeoutMs'>>,
  timeoutMs = 5_000,
) {
  const sandbox = createSandbox({ threads: 1, burstThreads: 0, timeoutMs });
  open.push(sandbox);
  const run = new AbortController();
  const calls = ahead(new LaterValue(0));
  const request = (step: number, code: string, bindings: CodeRequest['bindings'], nowMs = 5_000) =>
    sandbox.run({
      kind: 'function',
      code,
      bindings,
      timeoutMs,
      signal: run.signal,
      circumstances: { nowMs, seed: `step ${step}` },
      ...(step > 0
        ? {}
        : { ahead: () => calls.map((call, index) => ({ ...call, timeoutMs, seed: `step ${index + 1}` })) }),
    });
  /** Resolves when the chain has ended, because any other call has to wait for that. */
  const chainEnded = () =>
    sandbox.run({ kind: 'function', code: 'for (let i = 0; i < 2; i += 1);', bindings: {}, signal: other });
  const { signal: other } = new AbortController();
  return { sandbox, run, request, chainEnded };
}

const results = { list: [{ x: 1 }, { x: 2 }] };

it('goes on with what comes next, and has it when it is asked for', async () => {
  const { sandbox, request, chainEnded } = chainOf((first) => [
    { code: SECOND, bindings: { $ref0: first.at('list'), $ref1: 4 } },
    { code: THIRD, bindings: { $ref0: new LaterValue(1, ['sum']) } },
  ]);
  const first = await request(0, FIRST, {});
  expect(first).toEqual({ ok: true, value: results, console: [] });
  await chainEnded();
  sandbox.close(); // nothing can run any more
  const { list } = (first as { value: typeof results }).value;
  expect(await request(2, THIRD, { $ref0: 7 })).toMatchObject({ ok: true, value: '7' });
  expect(await request(1, SECOND, { $ref0: list, $ref1: 4 })).toMatchObject({ ok: true, value: { sum: 7 } });
  expect(await request(1, SECOND, { $ref0: list, $ref1: 4 })).toMatchObject({ error: { code: 'CANCELLED' } });
});

it.each([
  ['another value', { $ref0: [{ x: 10 }], $ref1: 4 }, SECOND, { sum: 14 }],
  ['other code', { $ref0: [{ x: 10 }], $ref1: 4 }, `${SECOND} `, { sum: 14 }],
  ['other names', { $ref1: 1, $ref0: [] }, SECOND, { sum: 1 }],
])('%s than was foreseen is run in its turn', async (_what, bindings, code, value) => {
  const { request } = chainOf((first) => [{ code: SECOND, bindings: { $ref0: first.at('list'), $ref1: 4 } }]);
  await request(0, FIRST, {});
  expect(await request(1, code, bindings)).toMatchObject({ ok: true, value });
});

it('code that looks at the clock finds the time of its own turn', async () => {
  const clock =
    'const at = new this.constructor.constructor("return Da" + "te")(); return new at().getTime()';
  const { request } = chainOf(() => [{ code: clock, bindings: {} }]);
  expect(await request(0, 'let now = Date.now(); return now', {})).toMatchObject({ value: 5_000 });
  expect(await request(1, clock, {}, 9_000)).toMatchObject({ ok: true, value: 9_000 });
});

it('draws the same chances as in its turn', async () => {
  const dice = 'const all = []; for (let i = 0; i < 3; i += 1) all.push(Math.random()); return all';
  const ahead = chainOf(() => [{ code: dice, bindings: {} }]);
  await ahead.request(0, 'let one = 1; return one', {});
  const alone = chainOf(() => []);
  expect(await ahead.request(1, dice, {})).toEqual(await alone.request(1, dice, {}));
});

it('nothing is left of the code before', async () => {
  const found = 'const all = [typeof leak, typeof [].leak]; return all';
  const { request } = chainOf(() => [{ code: found, bindings: {} }]);
  await request(0, 'globalThis.leak = 1; Object.prototype.leak = 1; return 1', {});
  expect(await request(1, found, {})).toMatchObject({ value: ['undefined', 'undefined'] });
});

it.each([
  ['threw', 'throw new Error("no")', 'CODE_THREW'],
  ['used up the thread', 'return new Uint8Array(40e6).length', undefined],
])('is run in its turn after code that %s', async (_what, code, error) => {
  const { request } = chainOf(() => [{ code: 'let n = 1; return n', bindings: {} }]);
  const first = await request(0, code, {});
  expect(first.ok ? undefined : first.error.code).toBe(error);
  expect(await request(1, 'let n = 1; return n', {})).toMatchObject({ ok: true, value: 1 });
});

it('has its own time limit, and fails as in its turn', async () => {
  const { request } = chainOf(() => [{ code: 'for (;;);', bindings: {} }], 1_000);
  await request(0, 'let n = 1; return n', {});
  const error = { code: 'CODE_TIMEOUT', message: 'The code did not finish within 1000 ms.' };
  expect(await request(1, 'for (;;);', {})).toMatchObject({ ok: false, error });
});

it('ends with its run', async () => {
  const endless = [{ code: 'for (;;);', bindings: {} }];
  const { run, request, chainEnded } = chainOf(() => endless, 3_600_000);
  await request(0, 'let n = 1; return n', {});
  const asked = request(1, 'for (;;);', {});
  run.abort();
  expect(await asked).toMatchObject({ error: { code: 'CANCELLED' } });
  expect(await chainEnded()).toMatchObject({ ok: true });
});

it('a value that is not there, or too large to send along, leaves the code to its turn', async () => {
  const { request } = chainOf((first) => [
    { code: 'let n = $ref0; return n', bindings: { $ref0: first.at('none') } },
    { code: 'let n = $ref0.length; return n', bindings: { $ref0: 'x'.repeat(100_000) } },
  ]);
  await request(0, FIRST, {});
  expect(await request(1, 'let n = $ref0; return n', { $ref0: null })).toMatchObject({ value: null });
  const long = { $ref0: 'x'.repeat(100_000) };
  expect(await request(2, 'let n = $ref0.length; return n', long)).toMatchObject({ value: 100_000 });
});
