import { setTimeout as after } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox';

const open: Sandbox[] = [];
afterEach(() => {
  for (const sandbox of open.splice(0)) sandbox.close();
});

function sandboxOf(options: SandboxOptions) {
  const sandbox = createSandbox(options);
  open.push(sandbox);
  return (code: string, signal = new AbortController().signal) =>
    sandbox.run({ kind: 'function', code, bindings: {}, signal });
}

const LOOP = 'for (;;);';
const BOMB = 'const all = []; for (;;) all.push("x".repeat(1e5) + all.length)';

describe('one call and another', () => {
  it.each([LOOP, BOMB, '(function f() { f() })()', 'return /^(a+)+$/.test("a".repeat(40) + "b")'])(
    'while one runs %s, others finish unaffected',
    async (code) => {
      const run = sandboxOf({ timeoutMs: 1_500 });
      await run('return 0');
      const bad = run(code);
      const good = await Promise.all(Array.from({ length: 40 }, (_, n) => run(`return ${n} + 1`)));
      expect(good.map((result) => result.ok && result.value)).toEqual(good.map((_, n) => n + 1));
      expect((await bad).ok).toBe(false);
    },
  );

  it('two endless loops on two threads do not hold up a third call', async () => {
    const run = sandboxOf({ timeoutMs: 60_000 });
    const cancel = new AbortController();
    const loops = Promise.all([run(LOOP, cancel.signal), run(LOOP, cancel.signal)]);
    const first = await Promise.race([loops, run('return "third"')]);
    expect(first).toMatchObject({ ok: true, value: 'third' });
    cancel.abort();
    await loops;
  });

  it('wait for each other when there are more than threads', async () => {
    const run = sandboxOf({ threads: 1, burstThreads: 0 });
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => run(`return ${n}`)));
    expect(results.map((result) => result.ok && result.value)).toEqual(results.map((_, n) => n));
  });
});

describe('one owner of calls and another', () => {
  const ownersOf = (options: SandboxOptions) => {
    const sandbox = createSandbox(options);
    open.push(sandbox);
    return (owner: string, code: string, signal = new AbortController().signal) =>
      sandbox.forOwner(owner).run({ kind: 'function', code, bindings: {}, signal });
  };

  it('take turns, however many calls one has waiting', async () => {
    const run = ownersOf({ threads: 1, burstThreads: 0 });
    const ended: string[] = [];
    const call = (owner: string) => run(owner, 'return 0').then(() => ended.push(owner));
    const many = Array.from({ length: 50 }, () => call('many'));
    await Promise.all([...many, call('one'), call('two')]);
    expect(ended.slice(0, 4).toSorted()).toEqual(['many', 'many', 'one', 'two']);
  });

  it.each([1, 20])('%i endless calls of one leave a thread to the other', async (loops) => {
    const run = ownersOf({ threads: 2, burstThreads: 0, timeoutMs: 60_000 });
    const spinning = Promise.all(Array.from({ length: loops }, () => run('spins', LOOP)));
    for (let n = 0; n < 3; n += 1)
      expect(await Promise.race([spinning, run('calm', `return ${n}`)])).toMatchObject({ value: n });
  });

  it('an owner whose call was stopped waits for a new thread and leaves the spare one', async () => {
    const run = ownersOf({ threads: 1, burstThreads: 1, timeoutMs: 600_000 });
    const ended: string[] = [];
    const call = (owner: string) => run(owner, 'return 1').then(() => ended.push(owner));
    const cancel = new AbortController();
    const stopped = run('spins', LOOP, cancel.signal);
    const next = call('spins');
    await run('first', 'return 1'); // so that the spare has started
    cancel.abort();
    await stopped;
    await Promise.all([call('calm'), next]);
    expect(ended).toEqual(['calm', 'spins']);
  });

  it('endless calls of several leave one thread to the next', async () => {
    const run = ownersOf({ timeoutMs: 60_000 });
    const spinning = Promise.all(
      ['a', 'b', 'c', 'd'].flatMap((owner) => Array.from({ length: 20 }, () => run(owner, LOOP))),
    );
    expect(await Promise.race([spinning, run('calm', 'return 1')])).toMatchObject({ value: 1 });
  });
});

describe('cancelling', () => {
  it('ends a running call that would go on for ever, and the next call runs', async () => {
    const run = sandboxOf({ threads: 1, burstThreads: 0, timeoutMs: 3_600_000 });
    await run('return 0');
    const cancel = new AbortController();
    const loop = run(LOOP, cancel.signal);
    // Wait for some processor time, which shows that it is inside the loop.
    const before = process.cpuUsage();
    while (process.cpuUsage(before).user < 50_000) await after(10);
    cancel.abort();
    expect(await loop).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(await run('return 1')).toMatchObject({ ok: true, value: 1 });
  });

  it('takes a waiting call out of the queue', async () => {
    const run = sandboxOf({ threads: 1, burstThreads: 0, timeoutMs: 300 });
    const cancel = new AbortController();
    const ended: string[] = [];
    const loop = run(LOOP).then(() => ended.push('loop'));
    const waiting = run('return 1', cancel.signal).then((result) => {
      ended.push('waiting');
      return result;
    });
    cancel.abort();
    expect(await waiting).toMatchObject({ error: { code: 'CANCELLED' } });
    await loop;
    expect(ended).toEqual(['waiting', 'loop']);
  });

  it('before the start means no start', async () => {
    const run = sandboxOf({});
    expect(await run('return 1', AbortSignal.abort())).toMatchObject({ error: { code: 'CANCELLED' } });
  });

  it('by closing answers everyone', async () => {
    const sandbox = createSandbox({ threads: 1, burstThreads: 0 });
    const { signal } = new AbortController();
    const call = () => sandbox.run({ kind: 'function', code: LOOP, bindings: {}, signal });
    const calls = [call(), call(), call()];
    sandbox.close();
    for (const result of await Promise.all([...calls, call()])) {
      expect(result).toMatchObject({ error: { code: 'CANCELLED' } });
    }
  });
});
