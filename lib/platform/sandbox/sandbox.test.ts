import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from './sandbox';

const sandbox = createSandbox();
afterAll(() => sandbox.close());
const { signal } = new AbortController();

type Bindings = Record<string, unknown>;
const run = (code: string, bindings: Bindings = {}) =>
  sandbox.run({ kind: 'function', code, bindings, signal });
const resultOf = async (code: string, bindings?: Bindings) => {
  const result = await run(code, bindings);
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
};

describe('a function', () => {
  it.each<[code: string, value: unknown]>([
    ['return 1 + 1', 2],
    ['', null],
    ['// nothing', null],
    ['return', null],
    ['return undefined', null],
    ['return { a: undefined, b: [undefined], c: NaN, d: -0 }', { b: [null], c: null, d: 0 }],
    ['return new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['return "\\ud800 \\0 \\u2028 é 😀"', '\ud800 \0 \u2028 é 😀'],
    ['return await new Promise((resolve) => resolve(3))', 3],
    ['const all = await Promise.all([1, Promise.resolve(2)]); return all', [1, 2]],
    [
      'async function* g() { yield 1; yield 2 } const all = []; for await (const x of g()) all.push(x); ' +
        'return all',
      [1, 2],
    ],
    ['try { await Promise.reject(new Error("no")) } catch (e) { return e.message }', 'no'],
    ['return [1, [2]].flat().at(-1)', 2],
    ['return Object.groupBy ? 1 : 1', 1],
    ['return encodeURIComponent("ä b")', '%C3%A4%20b'],
    ['return 1 // the end', 1],
    ['return this === globalThis', true],
  ])('%s', async (code, value) => {
    expect(await resultOf(code)).toEqual(value);
  });

  it('finds its bindings under their names, whatever they hold', async () => {
    const value = { text: '"\\\n`$', list: [1, null, { deep: true }], none: null, __proto__: { x: 1 } };
    expect(await resultOf('return [$ref0, b]', { $ref0: value, b: undefined })).toEqual([
      JSON.parse(JSON.stringify(value)),
      null,
    ]);
  });

  it('prints', async () => {
    const { console: lines } = await run(`
      console.log('a', 1, null, undefined, { b: [true] }, 10n, Symbol('s'), () => 1, function named() {});
      console.info(new Map([[1, 2]]), new Set([1]), new TypeError('t'));
      console.warn(); console.error('%s', 'as it is'); console.debug('d');
      const round = {}; round.self = round; console.log(round);`);
    expect(lines).toEqual([
      { level: 'log', text: 'a 1 null undefined {"b":[true]} 10n Symbol(s) [Function ] [Function named]' },
      { level: 'info', text: 'Map [[1,2]] Set [1] TypeError: t' },
      { level: 'warn', text: '' },
      { level: 'error', text: '%s as it is' },
      { level: 'log', text: 'd' },
      { level: 'log', text: '[object]' },
    ]);
  });
});

describe('what goes wrong', () => {
  it.each<[code: string, kind: string, message: RegExp, line?: number]>([
    ['let a = 1;\nlet b = ;', 'CODE_SYNTAX', /unexpected token/, 2],
    ['if (true) {', 'CODE_SYNTAX', /./, 1],
    ['return 1 }', 'CODE_SYNTAX', /./, 1],
    ['import x from "y"', 'CODE_SYNTAX', /./, 1],
    ['\n\nnull.x', 'CODE_THREW', /^TypeError: .*'x' of null/, 3],
    ['missing()', 'CODE_THREW', /^ReferenceError: 'missing' is not defined/, 1],
    ['const f = () => {\n  throw new Error("inside")\n}\nf()', 'CODE_THREW', /^Error: inside/, 2],
    ['await null;\nthrow new RangeError("later")', 'CODE_THREW', /^RangeError: later/, 2],
    ['throw "text"', 'CODE_THREW', /^Threw text/],
    ['throw { code: 7 }', 'CODE_THREW', /^Threw \{"code":7\}/],
    ['throw undefined', 'CODE_THREW', /^Threw undefined/],
    ['return Promise.reject(new Error("no"))', 'CODE_THREW', /^Error: no/, 1],
    ['return () => 1', 'CODE_RESULT_INVALID', /^The result is a function/],
    ['return { list: [1, { f() {} }] }', 'CODE_RESULT_INVALID', /^"f" of the result is a function/],
    ['return { n: 1n }', 'CODE_RESULT_INVALID', /BigInt/],
    ['return Symbol()', 'CODE_RESULT_INVALID', /symbol/],
    ['const a = {}; a.a = [a]; return a', 'CODE_RESULT_INVALID', /contains itself/],
    ['return { p: Promise.resolve(1) }', 'CODE_RESULT_INVALID', /put await before it/],
    ['return new Map()', 'CODE_RESULT_INVALID', /Object.fromEntries/],
    ['return new Set()', 'CODE_RESULT_INVALID', /\[\.\.\.set\]/],
    ['return { e: new Error("x") }', 'CODE_RESULT_INVALID', /message/],
    ['return new Uint8Array(2)', 'CODE_RESULT_INVALID', /Array.from/],
    ['return /x/', 'CODE_RESULT_INVALID', /RegExp/],
    ['let a = 1; for (let i = 0; i < 300; i++) a = [a]; return a', 'CODE_RESULT_INVALID', /200 levels/],
    ['return { toJSON() { throw new Error("tj") } }', 'CODE_THREW', /^Error: tj/, 1],
  ])('%s', async (code, kind, message, line) => {
    const result = await run(code);
    expect(result).toMatchObject({
      ok: false,
      error: { code: kind, message: expect.stringMatching(message) },
    });
    if (line !== undefined) expect(result).toMatchObject({ error: { line } });
  });

  it('includes values that are not JSON-like', async () => {
    for (const given of [
      1n,
      (() => {
        const a: Bindings = {};
        a.a = a;
        return a;
      })(),
    ]) {
      expect(await run('return given', { given })).toMatchObject({ error: { code: 'CODE_INPUT_INVALID' } });
    }
  });
});

describe('expressions', () => {
  const firstTrue = (...codes: string[]) =>
    sandbox.firstTrue({ expressions: codes.map((code) => ({ code, bindings: { a: 2 } })), signal });

  it('give a value', async () => {
    const result = await sandbox.run({ kind: 'expression', code: ' a * 2 ; \n', bindings: { a: 2 }, signal });
    expect(result).toMatchObject({ ok: true, value: 4 });
  });

  it.each<[codes: string[], index: number | null]>([
    [['a === 1', 'a === 2', 'true'], 1],
    [['a > 2', '""', '0', 'null', 'undefined'], null],
    [['false', '[]'], 1],
    [['Promise.resolve(false)', 'await Promise.resolve(1)'], 1],
    [['a === 2;', 'neverReached()'], 0],
    [['a === 2 // as it should be'], 0],
    [[], null],
  ])('%j: the first that holds', async (codes, index) => {
    expect(await firstTrue(...codes)).toEqual({ ok: true, value: index, console: [] });
  });

  it('each have their own bindings', async () => {
    const expressions = [1, 2, 3].map((n) => ({ code: '$ref0 === 2', bindings: { $ref0: n } }));
    expect(await sandbox.firstTrue({ expressions, signal })).toMatchObject({ value: 1 });
  });

  it.each<[codes: string[], error: object]>([
    [['false', 'a.b.c'], { code: 'CODE_THREW', index: 1, line: 1 }],
    [['false', '\n\na.b.c'], { code: 'CODE_THREW', index: 1, line: 3 }],
    [['true', 'a b'], { code: 'CODE_SYNTAX', index: 1, line: 1 }],
    [['false', 'return true'], { code: 'CODE_SYNTAX', index: 1 }],
    [['false', '(() => { for (;;); })()'], { code: 'CODE_TIMEOUT', index: 1 }],
  ])('%j: an error says which', async (codes, error) => {
    const quick = createSandbox({ timeoutMs: 2_000, threads: 1 });
    const expressions = codes.map((code) => ({ code, bindings: { a: 2 } }));
    expect(await quick.firstTrue({ expressions, signal })).toMatchObject({ ok: false, error });
    quick.close();
  });
});
