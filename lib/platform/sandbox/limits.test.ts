import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from './sandbox';

const TIMEOUT_MS = 250;
const sandbox = createSandbox({ timeoutMs: TIMEOUT_MS });
/** For calls that succeed or return an answer, on a busy machine too. */
const unhurried = createSandbox({ timeoutMs: 60_000 });
afterAll(() => {
  sandbox.close();
  unhurried.close();
});
const { signal } = new AbortController();
const MB = 1024 * 1024;

const run = (code: string, on = sandbox) => on.run({ kind: 'function', code, bindings: {}, signal });

async function failureOf(code: string, on = sandbox) {
  const result = await run(code, on);
  if (result.ok) throw new Error(`It gave back ${JSON.stringify(result.value)?.slice(0, 80)}.`);
  return result.error;
}

describe('time', () => {
  it.each([
    'for (;;);',
    'try { for (;;); } catch { } finally { for (;;); }',
    'await null; for (;;);',
    'for (;;) await null;',
    'const f = () => Promise.resolve().then(f); await f();',
    'try { await (async () => { for (;;); })() } catch { return "went on" }',
    'function* g() { for (;;) yield 1 } for (const x of g());',
    'return { get a() { for (;;); } }',
    'return { toJSON() { for (;;); } }',
    'return new Proxy({}, { ownKeys() { for (;;); } })',
    'throw { toString() { for (;;); }, toJSON() { for (;;); } }',
    'console.log({ toJSON() { for (;;); } })',
    'return /^(a+)+$/.test("a".repeat(40) + "b")',
    'return /(x+x+)+y/.exec("x".repeat(60))',
    'return "a".repeat(30).replace(/(a*)*b/, "")',
    'return new Array(2 ** 32 - 1).join("x")',
    'return [].concat(new Array(2 ** 32 - 1)).indexOf(1)',
    'return Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)',
    'return JSON.parse("[" + "1,".repeat(1e6) + "1]", () => { for (;;); })',
    'const d = Date.now(); while (Date.now() - d < 1e9);',
  ])('%s stops', async (code) => {
    expect(await failureOf(code)).toMatchObject({
      code: expect.stringMatching(/CODE_(TIMEOUT|OUT_OF_MEMORY)/),
    });
  });

  it('a promise that nothing settles is not waited for', async () => {
    const error = await failureOf('await new Promise(() => {})', unhurried);
    expect(error).toMatchObject({
      code: 'CODE_TIMEOUT',
      message: expect.stringContaining('nothing will ever'),
    });
  });

  it('says roughly where an endless loop is, or nothing rather than something wrong', async () => {
    const inFunction = await failureOf('let n = 0;\nfunction forever() {\n  for (;;) n += 1;\n}\nforever();');
    expect(inFunction.line ?? 2).toBeOneOf([2, 3]);
    expect((await failureOf('let n = 0;\nwhile (true) n += 1;')).line ?? 2).toBe(2);
  });

  it('holds for each call on its own terms, up to the sandbox’s own', async () => {
    const short = await sandbox.run({
      kind: 'function',
      code: 'for (;;);',
      bindings: {},
      timeoutMs: 60,
      signal,
    });
    expect(short).toMatchObject({
      error: { code: 'CODE_TIMEOUT', message: expect.stringContaining('60 ms') },
    });
    const long = await sandbox.run({
      kind: 'function',
      code: 'for (;;);',
      bindings: {},
      timeoutMs: 9e6,
      signal,
    });
    expect(long).toMatchObject({ error: { message: expect.stringContaining(`${TIMEOUT_MS} ms`) } });
  });
});

describe('memory', () => {
  it.each([
    ['lists', 'const all = []; for (;;) all.push(new Array(1e5).fill(1))'],
    ['texts', 'const all = []; for (;;) all.push("x".repeat(1e6) + all.length)'],
    ['a doubling text', 'let s = "xx"; for (;;) s = s + s + Math.random()'],
    ['a map', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })'],
    ['closures', 'let f = () => 1; for (;;) { const g = f; f = () => g }'],
    ['buffers', 'const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1))'],
    ['promises', 'const all = []; for (;;) all.push(new Promise(() => {}))'],
  ])('%s that grow without end stop', async (_what, code) => {
    expect((await failureOf(code)).code).toMatch(/CODE_(OUT_OF_MEMORY|TIMEOUT)/);
  });

  it.each([
    'return "x".repeat(10 * 1024 ** 3)',
    'return "x".padEnd(2 ** 40)',
    'let s = "0123456789"; for (let i = 0; i < 30; i++) s += s; return s.length',
    'return new Uint8Array(10 * 1024 ** 3).length',
    'return new ArrayBuffer(2 ** 31).byteLength',
    'return Array.from({ length: 2 ** 31 }, () => 1).length',
    'return [..."x".repeat(5e7)].length',
  ])('%s is refused', async (code) => {
    expect((await failureOf(code)).code).toMatch(/CODE_(THREW|OUT_OF_MEMORY|TIMEOUT)/);
  });

  it('of the process stays where it is', async () => {
    const bomb = 'const all = []; for (;;) all.push("x".repeat(1e5) + all.length)';
    await Promise.all([run(bomb), run(bomb)]);
    const before = process.memoryUsage.rss();
    for (let round = 0; round < 4; round += 1) await Promise.all([run(bomb), run(bomb), run(bomb)]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(300 * MB);
  });

  it('of a call without room for its values is said at once', async () => {
    const result = await sandbox.run({
      kind: 'function',
      code: 'return 1',
      bindings: { a: 'x'.repeat(20 * MB) },
      signal,
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'CODE_OUT_OF_MEMORY' } });
  });

  it('is enough for the largest answer an API block gives', async () => {
    const rows = Array.from({ length: 50_000 }, (_, id) => ({ id, name: `user ${id}`, tags: ['a', 'b'] }));
    const result = await unhurried.run({
      kind: 'function',
      code: 'return rows.filter((row) => row.id % 2).length',
      bindings: { rows },
      signal,
    });
    expect(result).toMatchObject({ ok: true, value: 25_000 });
  });
});

describe('depth', () => {
  it.each([
    '(function f() { f() })()',
    'const f = async () => { await f() }; await f()',
    'JSON.parse("[".repeat(200000))',
    'let a = []; for (let i = 0; i < 50000; i++) a = [a]; return a',
    'let a = []; for (let i = 0; i < 50000; i++) a = [a]; String(a); throw 1',
    'let a = []; for (let i = 0; i < 50000; i++) a = [a]; a.flat(Infinity); throw 1',
    'let p = {}; for (let i = 0; i < 50000; i++) p = new Proxy(p, {}); p.x; throw 1',
    'let f = () => 1; for (let i = 0; i < 50000; i++) f = f.bind(null); f(); throw 1',
    'const a = {}; a.toString = () => a + ""; return a + ""',
    'return [3, 2, 1].sort(function f(a, b) { [a, b].sort(f); return 0 })',
    'eval("(".repeat(200000))',
    'eval("x => ".repeat(200000) + "1"); throw 1',
    'new RegExp("(?:".repeat(100000) + ")".repeat(100000)); throw 1',
  ])('%s stops', async (code) => {
    const { code: kind } = await failureOf(code);
    expect(kind).toMatch(/CODE_(THREW|RESULT_INVALID|OUT_OF_MEMORY|TIMEOUT|OUTPUT_TOO_LARGE)/);
    expect(await run('return "well"', unhurried)).toMatchObject({ ok: true, value: 'well' });
  });
});

describe('output', () => {
  it('takes a result up to the limit, in bytes of JSON', async () => {
    const small = createSandbox({ threads: 1, maxOutputBytes: 1_000 });
    expect(await run('return "x".repeat(998)', small)).toMatchObject({ ok: true });
    expect(await run('return "x".repeat(999)', small)).toMatchObject({
      error: { code: 'CODE_OUTPUT_TOO_LARGE' },
    });
    expect(await run('return "é".repeat(500)', small)).toMatchObject({
      error: { code: 'CODE_OUTPUT_TOO_LARGE' },
    });
    small.close();
  });

  it('keeps 64 KiB and 1,000 lines of what is printed, and says when there was more', async () => {
    const lines = await run('for (let i = 0; i < 5000; i++) console.log(i); return 1', unhurried);
    expect(lines.ok).toBe(true);
    expect(lines.console).toHaveLength(1_001);
    expect(lines.console.at(-1)?.text).toMatch(/more was printed/);
    const print = 'for (let i = 0; i < 50; i++) console.log("x".repeat(1e5)); return 1';
    const texts = await run(print, unhurried);
    expect(texts.ok).toBe(true);
    expect(texts.console.map(({ text }) => text).join('').length).toBeLessThan(70_000);
  });

  it('keeps what was printed before the code was stopped', async () => {
    const quick = createSandbox({ threads: 1, timeoutMs: 1_500 });
    const result = await run('console.warn("on my way"); for (;;);', quick);
    quick.close();
    expect(result).toMatchObject({ ok: false, console: [{ level: 'warn', text: 'on my way' }] });
  });
});

describe('what the host works out', () => {
  it.each([
    'for (;;) new Date(0).toLocaleString("de", { timeZone: "Asia/Tokyo" })',
    'for (;;) new URL("https://a.example/?b=c")',
    'for (;;) try { "ä".localeCompare("b", "sv") } catch {}',
    'for (;;) Math.sin(1)',
    'for (let n = 0; ; n += 1) [n, 2, 1].sort((a, b) => a - b)',
  ])('%s stops', async (code) => {
    expect(await failureOf(code)).toMatchObject({ code: 'CODE_TIMEOUT' });
  });

  it.each([
    ['"\\u0301\\u0327".repeat(5e5).localeCompare("\\u0327\\u0301".repeat(5e5))', /too long to be compared/],
    ['[...new Intl.Segmenter().segment("a".repeat(1e5))]', /more than 20000 characters/],
    ['(10n ** 6000n).toLocaleString()', /more than 5000 digits/],
    ['new Intl.ListFormat("en").format(new Array(1e5).fill("x"))', /too much to be formatted/],
    ['Intl.getCanonicalLocales(Array.from({ length: 1e4 }, (_, n) => "en-x-a" + n))', /At most 100 locales/],
    ['for (let n = 0; ; n += 1) new Intl.NumberFormat("en-x-a" + n)', /200 different objects/],
    ['btoa("x".repeat(17e6))', /more text than can be worked on/],
  ])('%s is refused with words', async (code, words) => {
    const error = await failureOf(code, unhurried);
    expect(error).toMatchObject({ code: 'CODE_THREW', message: expect.stringMatching(words) });
  });
});
