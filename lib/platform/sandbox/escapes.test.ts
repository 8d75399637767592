import { afterAll, expect, it } from 'vitest';
import { createSandbox } from './sandbox';

const sandbox = createSandbox();
afterAll(() => sandbox.close());
const { signal } = new AbortController();

const run = (code: string, bindings: Record<string, unknown> = {}) =>
  sandbox.run({ kind: 'function', code, bindings, signal });

const HOST = '"return typeof process + typeof require + typeof fetch"';
const NOTHING = 'undefinedundefinedundefined';

/** Code that tries to reach the host; each returns what it found. */
const FINDS_NOTHING: Array<[trick: string, code: string]> = [
  ['the Function constructor', `return Function(${HOST})()`],
  ['constructor.constructor of this', `return this.constructor.constructor(${HOST})()`],
  ['constructor.constructor of a literal', `return [].constructor.constructor(${HOST})()`],
  ['constructor of an async function', `return await (async () => {}).constructor(${HOST})()`],
  ['constructor of a generator', `return (function* () {}).constructor(${HOST})().next().value`],
  [
    'constructor of an async generator',
    `return (await (async function* () {}).constructor(${HOST})().next()).value`,
  ],
  ['constructor of a class', `return (class {}).constructor(${HOST})()`],
  ['constructor of a proxied function', `return new Proxy(() => {}, {}).constructor(${HOST})()`],
  ['constructor of a host function', `return console.log.constructor(${HOST})()`],
  ['constructor of a binding', `return given.list.constructor.constructor(${HOST})()`],
  ['Reflect.construct', `return Reflect.construct(Function, [${HOST}])()`],
  ['direct eval', `return eval('typeof process + typeof require + typeof fetch')`],
  ['indirect eval', `return (0, eval)('typeof process + typeof require + typeof fetch')`],
  ['eval in a with', `with (globalThis) { return eval('typeof process + typeof require + typeof fetch') }`],
  ['a getter on the result', `return { get a() { return Function(${HOST})() } }.a`],
  ['a result that is a thenable', `return { then(resolve) { resolve(Function(${HOST})()) } }`],
  ['toJSON of the result', `return { toJSON: () => Function(${HOST})() }`],
  ['toJSON of every object', `Object.prototype.toJSON = () => Function(${HOST})(); return {}`],
  ['toJSON of a BigInt', `BigInt.prototype.toJSON = () => Function(${HOST})(); return 1n`],
  ['Symbol.toPrimitive', `return \`\${{ [Symbol.toPrimitive]: () => Function(${HOST})() }}\``],
  [
    'Symbol.species',
    `class A extends Array { static get [Symbol.species]() { return Function(${HOST})() } }
    try { new A(1).map(x => x) } catch {} return A[Symbol.species]`,
  ],
  ['a Proxy that answers for everything', `return new Proxy({}, { get: () => Function(${HOST})() }).x`],
  [
    'ownKeys of a Proxy',
    'let found; JSON.stringify(new Proxy({}, { ownKeys: () => { ' +
      `found = Function(${HOST})(); return [] } })); return found`,
  ],
  [
    'Error.prepareStackTrace',
    `let found = 'undefined'; Error.prepareStackTrace = (e, frames) => { found = frames[0].getThis() };
     try { new Error().stack } catch {} return typeof found === 'object' ? 'host' : Function(${HOST})()`,
  ],
  [
    'a replaced promise',
    `Promise.prototype.then = function (f) { f(Function(${HOST})()) }; return Function(${HOST})()`,
  ],
  ['constructor of a global that is read late', `return URL.constructor(${HOST})()`],
  [
    'constructor of a method of Intl',
    `return Intl.NumberFormat.prototype.formatToParts.constructor(${HOST})()`,
  ],
  [
    'constructor of a getter',
    `return Object.getOwnPropertyDescriptor(globalThis, 'Intl').get.constructor(${HOST})()`,
  ],
  [
    'constructor of a value of the host',
    `return new Intl.NumberFormat().resolvedOptions().constructor.constructor(${HOST})()`,
  ],
  [
    'constructor of an error of the host',
    `try { new URL('x') } catch (error) { return error.constructor.constructor(${HOST})() }`,
  ],
  [
    'a getter among options',
    `let found; const options = { get timeZone() { found = Function(${HOST})(); return 'UTC' } };
    new Date(0).toLocaleString('en', options); return found`,
  ],
  [
    'an option that is an object of code',
    `let found = '${NOTHING}'; const style = { toString() { found = Function(${HOST})(); return 'decimal' } };
    try { new Intl.NumberFormat('en', { style }) } catch {} return found`,
  ],
  [
    'a replaced tool before a part is read',
    `String.fromCharCode = () => ({ length: 1e9 });
    WeakMap.prototype.get = () => ({ kind: 'Collator', number: 'constructor' });
    try { new TextDecoder().decode(new Uint8Array(3)); new Intl.Collator().resolvedOptions() } catch {}
    return Function(${HOST})()`,
  ],
  ['FinalizationRegistry', `new FinalizationRegistry(() => {}).register({}, 1); return Function(${HOST})()`],
  ['a label and a comment that ends', `/* */ label: { } //*/\nreturn Function(${HOST})()`],
];

it.each(FINDS_NOTHING)('%s finds nothing of the host', async (_trick, code) => {
  expect(await run(code, { given: { list: [] } })).toEqual({ ok: true, value: NOTHING, console: [] });
});

const REFUSED: Array<[trick: string, code: string]> = [
  ['import of a file', 'await import("node:fs")'],
  ['import of a module of the sandbox', 'await import("quickjs-emscripten")'],
  ['import of data', 'await import("data:text/javascript,1")'],
  ['the caller of a function', '"use strict"; return (function f() { return f.caller })()'],
  ['callee', '"use strict"; return arguments.callee'],
  ['a host function as a result', 'return console.log'],
  ['a constructor as a result', 'return { Function }'],
  ['import.meta', 'return import.meta.url'],
  ['a buffer beyond the memory', 'return new ArrayBuffer(8, { maxByteLength: 2 ** 33 }).byteLength'],
  [
    'a stack that is code',
    `throw Object.defineProperty(new Error('x'), 'stack', { get: () => process.env })`,
  ],
  [
    'a thrown object that runs',
    'throw { [Symbol.toPrimitive]: () => process.exit(), toJSON: () => process.exit() }',
  ],
  [
    'an error whose name runs',
    `throw Object.defineProperty(new Error('x'), 'name', { get: () => process.exit() })`,
  ],
];

it.each(REFUSED)('%s is refused', async (_trick, code) => {
  const result = await run(code);
  expect(result).toMatchObject({ ok: false });
  if (!result.ok) expect(['CODE_THREW', 'CODE_RESULT_INVALID', 'CODE_SYNTAX']).toContain(result.error.code);
});

it('has the language and a console, and nothing else', async () => {
  const { value } = (await run('return Reflect.ownKeys(globalThis).map(String).sort()')) as {
    value: string[];
  };
  const ambient =
    /^(WebAssembly|SharedArrayBuffer|Atomics|process|require|module|exports|global|Buffer|fetch|set\w+|clear\w+|queueMicrotask|performance|navigator|Worker|std|os|bjson|print|scriptArgs|hostLog|hostReport|prelude|run|XMLHttpRequest|WebSocket)$/;
  expect(value.filter((name) => ambient.test(name))).toEqual([]);
  expect(value).toContain('console');
  expect(value).toContain('JSON');
});

const LEAVES_BEHIND: Array<[trick: string, code: string]> = [
  ['a global', 'globalThis.leak = 1; leak2 = 1'],
  ['a way out of the wrapper', '}); globalThis.leak = 1; (async function () {'],
  [
    'a polluted prototype',
    'Object.prototype.leak = 1; Array.prototype.leak = 1; Function.prototype.leak = 1',
  ],
  ['a polluted prototype by __proto__', '({}).__proto__.leak = 1'],
  [
    'a polluted result',
    `return JSON.parse('{"__proto__": {"leak": 1}, "constructor": {"prototype": {"leak": 1}}}')`,
  ],
  ['a replaced JSON', 'JSON.stringify = JSON.parse = () => "leak"; globalThis.JSON = { leak: 1 }'],
  ['a replaced console', 'console.log = () => { throw 1 }; globalThis.console = null'],
  ['a replaced Array iterator', 'Array.prototype[Symbol.iterator] = function* () { yield "leak" }'],
  [
    'replaced tools',
    'Reflect.apply = String.prototype.slice = Promise.resolve = Promise.prototype.then = () => "leak"',
  ],
  ['a registered symbol', 'globalThis[Symbol.for("leak")] = 1'],
  [
    'a job that was never run',
    'Promise.resolve().then(() => { globalThis.leak = 1 }).then(() => { leak2 = 1 })',
  ],
];

it.each(LEAVES_BEHIND)('%s is gone in the next call', async (_trick, code) => {
  const alone = createSandbox({ threads: 1, burstThreads: 0 });
  const call = (text: string) => alone.run({ kind: 'function', code: text, bindings: {}, signal });
  expect(await call(code)).toMatchObject({ ok: true });
  const found = await call(`console.log('clean');
    return [typeof leak, typeof leak2, typeof ({}).leak, typeof [].leak, [...[1]], JSON.stringify({ a: 1 }),
      typeof JSON.leak, typeof globalThis[Symbol.for('leak')], 'abc'.slice(1), await Promise.resolve(1)]`);
  const clean = [
    'undefined',
    'undefined',
    'undefined',
    'undefined',
    [1],
    '{"a":1}',
    'undefined',
    'undefined',
    'bc',
    1,
  ];
  expect(found).toEqual({ ok: true, value: clean, console: [{ level: 'log', text: 'clean' }] });
  expect((Object.prototype as { leak?: unknown }).leak).toBeUndefined();
  alone.close();
});

it('gives memory out empty', async () => {
  await run('const secret = "s3cr3t".repeat(100000); return new Uint8Array(3e6).fill(7).length');
  expect(await run('return new Uint8Array(5e6).some((byte) => byte !== 0)')).toMatchObject({ value: false });
});

it('never reads a value as code', async () => {
  const value = `"; process.exit(); //\u2028\`${'$'}{process.exit()}\`</script>\\`;
  expect(await run('return given', { given: value })).toMatchObject({ value });
  const refused = await run('return 1', { 'a){process.exit()}//': 1 });
  expect(refused).toMatchObject({ ok: false, error: { code: 'CODE_INPUT_INVALID' } });
});

it('says nothing of where it runs', async () => {
  const { value } = (await run('return await (async () => new Error("x").stack)()')) as { value: string };
  expect(value).not.toContain(process.cwd());
  expect(value).not.toMatch(/node:|\.mjs|wasm/);
});

it('can be fooled by its own code only about its own result', async () => {
  const { value } = (await run(
    'JSON.stringify = () => "{}"; Array.isArray = () => true; Object.is = null; return { a: [1] }',
  )) as { value: unknown };
  expect(value).toEqual({ a: [1] });
});
