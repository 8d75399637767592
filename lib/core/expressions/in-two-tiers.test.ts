import { afterAll, describe, expect, it } from 'vitest';
import type { CodeRunner, CodeSource } from '../../platform/sandbox/contract';
import { createSandbox } from '../../platform/sandbox/sandbox';
import { wrap } from '../../platform/sandbox/thread/code-error.mjs';
import { ExactNumber, parseExact } from '../../platform/text/exact-number';
import { inTwoTiers, valueHere } from './in-two-tiers';
import { type CodeKind, wrapped } from './read-program';

const sandbox = createSandbox({ threads: 1 });
afterAll(() => sandbox.close());
const { signal } = new AbortController();

const rows = [
  { id: 3, name: 'Ada', price: 2.5, tags: ['a', 'b'], active: true },
  { id: 1, name: 'Grace', price: 10, tags: [], active: false },
];
const bindings = { $ref0: 200, $ref1: rows, $ref2: { user: { name: 'Ada' }, none: null }, $ref3: 'a, b' };

const here = (code: string, values: CodeSource['bindings'] = bindings, kind: CodeKind = 'expression') =>
  valueHere(kind, { code, bindings: values });

describe('evaluated in the main thread, as in the sandbox', () => {
  it.each<[code: string, value: unknown]>([
    ['$ref0 === 200', true],
    ['$ref0 >= 200 && $ref0 < 300 ; ', true],
    ['$ref1.some((row) => row.id === 1) // as usual', true],
    ['$ref2?.user?.name ?? "nobody"', 'Ada'],
    ['$ref2.missing?.name.length', null],
    ['$ref2.none?.x.y[0]', null],
    ['`@{$ref2.user.name}: @{$ref1.length} rows, @{1.50} €`'.replaceAll('@', '$'), 'Ada: 2 rows, 1.5 €'],
    [
      '$ref1.map(({ id, name: label = "?" }) => ({ id, label }))',
      rows.map(({ id, name }) => ({ id, label: name })),
    ],
    ['$ref1.filter((row) => row.active).map((row) => row.price.toFixed(2)).join(", ")', '2.50'],
    ['$ref1.reduce((sum, row) => sum + row.price, 0) / $ref1.length', 6.25],
    ['Object.fromEntries($ref1.map((row) => [row.name, row.tags]))', { Ada: ['a', 'b'], Grace: [] }],
    ['Object.entries($ref2.user).map(([key, value]) => key + "=" + value)', ['name=Ada']],
    ['$ref3.split(", ").map(Number)', [null, null]],
    ['[...$ref1.flatMap((row) => row.tags), ...$ref3]', ['a', 'b', 'a', ',', ' ', 'b']],
    ['({ ...$ref2, ["x" + 1]: undefined, "0": -0 })', { 0: 0, user: { name: 'Ada' }, none: null }],
    ['Array.from({ length: 3 }, (_, n) => n ** 2)', [0, 1, 4]],
    ['JSON.parse("[1,{}]")', [1, {}]],
    ['encodeURIComponent($ref3) + JSON.stringify([undefined, NaN])', 'a%2C%20b[null,null]'],
    ['typeof $ref2.missing + ("name" in $ref2.user)', 'undefinedtrue'],
    ['$ref0 == "200" ? "ok" : 1', 'ok'],
  ])('%s', async (code, value) => {
    expect(here(code)).toEqual({ result: value });
    const there = await sandbox.run({ kind: 'expression', code, bindings, signal });
    expect(there).toEqual({ ok: true, value, console: [] });
  });

  it('a function that declares constants and returns', () => {
    const code =
      'const { user } = $ref2, [first] = $ref1;\n' +
      'const found = $ref1.filter((row) => { const { id } = row; return id > 2; });\n' +
      'return { user, first, found };';
    const result = { user: { name: 'Ada' }, first: rows[0], found: [rows[0]] };
    expect(here(code, bindings, 'function')).toEqual({ result });
  });
});

describe('left to the sandbox', () => {
  it.each([
    // These would be an error, or would run a method, or differ between engines.
    '$ref2.none.x',
    '$ref1.map((row) => row.missing.x)',
    '"" + $ref1',
    '$ref2.toString()',
    '$ref2.constructor',
    '$ref1.sort()',
    '"a".localeCompare("b")',
    '"Σ".toLowerCase()',
    '2 ** 0.5',
    'Math.random()',
    // Two objects are never the same in the sandbox, which copies its variables.
    '$ref2 === $ref2',
    '$ref1.includes($ref1[0])',
    // No node stands for these.
    'missing',
    'missing()',
    'console.log(1)',
    'new Date(0)',
    '/a/.test("a")',
    'this',
    '$ref0 = 1',
    '$ref0++',
    '(1, 2)',
    '10n',
    '[, 1]',
    '({ __proto__: null })',
    '() => 1',
    '(() => 1)()',
    'function () {}',
    'await 1',
    'tag`x`',
    'import("x")',
    '"\\07"',
    '010',
    'a b',
    '',
  ])('%s', (code) => {
    expect(here(code)).toBeNull();
  });

  it.each([
    'return 1; return 2',
    'let a = 1; return a',
    'if (true) return 1',
    'const a = b, b = 1; return a',
    'const [a = b, b] = [1]; return a',
    'return 1 }); (async function () { return 2',
    '<!-- a comment\nreturn 1',
    'return',
    '"use strict"; return 1',
  ])('a function %j', (code) => {
    expect(here(code, bindings, 'function')).toBeNull();
  });

  it.each<[what: string, value: unknown]>([
    ['an exact number', { id: new ExactNumber('9007199254740993') }],
    ['an exact number inside', parseExact('{"a":[{"id":9007199254740993}]}')],
    ['undefined', undefined],
    ['undefined inside', { a: undefined }],
    ['NaN', [Number.NaN]],
    ['minus zero', -0],
    ['a date', new Date(0)],
    ['a list with a hole', new Array(1)],
    ['a map', new Map()],
    ['a method', { toJSON: () => 1 }],
    ['more values than the event loop should read', Array.from({ length: 20_000 }, () => 1)],
    ['a long text', 'x'.repeat(1_000_000)],
  ])('%s among the values', (_what, $ref0) => {
    expect(here('1', { $ref0 })).toBeNull();
  });

  it('a value that contains itself', () => {
    const $ref0: unknown[] = [];
    $ref0.push($ref0);
    expect(here('1', { $ref0 })).toBeNull();
  });
});

describe('the runner', () => {
  const tiered = inTwoTiers(sandbox);
  const both = async (call: (runner: CodeRunner) => Promise<unknown>) => {
    const answer = await call(tiered);
    expect(answer).toEqual(await call(sandbox));
    return answer;
  };

  it.each([
    'return $ref0.a.b',
    'return missing',
    'return 1 +',
    'return () => 1',
    'return $ref1.map((row) => row.price.toFixed(101))',
    'console.log("printed"); return 1',
    `return ${'('.repeat(10_000)}1${')'.repeat(10_000)}`,
    `return ${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `return ${'!'.repeat(7_000)}1`,
    `return ${'a=>'.repeat(2_500)}1`,
    `return ${'1+'.repeat(3_900)}1`,
    `return "${'x'.repeat(7_000)}".repeat(200)`,
    'return JSON.parse("[".repeat(150) + "]".repeat(150))',
    'return Array.from({ length: 300 }).reduce((list) => [list], 1)',
  ])('says of %.60s what the sandbox says', async (code) => {
    const answer = await both((runner) => runner.run({ kind: 'function', code, bindings, signal }));
    expect(answer).toMatchObject({ ok: expect.any(Boolean) });
  });

  it('warns of numbers that code gets as text, as the sandbox does', async () => {
    const given = { $ref0: parseExact('[9007199254740993]') };
    const answer = await both((runner) =>
      runner.run({ kind: 'function', code: 'return $ref0', bindings: given, signal }),
    );
    expect(answer).toMatchObject({ ok: true, value: ['9007199254740993'], exactNumbersAsText: 1 });
  });

  it('finds the first expression that holds, and a mistake in any', async () => {
    const first = (...codes: string[]) =>
      both((runner) => runner.firstTrue({ expressions: codes.map((code) => ({ code, bindings })), signal }));
    expect(await first('$ref0 === 404', '$ref0 === 200', 'true')).toMatchObject({ value: 1 });
    expect(await first('$ref0 > 200', '""')).toMatchObject({ value: null });
    expect(await first()).toMatchObject({ value: null });
    expect(await first('true', 'a b')).toMatchObject({ error: { code: 'CODE_SYNTAX', index: 1 } });
    expect(await first('false', '\n$ref2.none.x')).toMatchObject({
      error: { code: 'CODE_THREW', index: 1, line: 2 },
    });
  });

  it('starts nothing for a run that was cancelled', async () => {
    const request = {
      kind: 'function',
      code: 'return 1',
      bindings: {},
      signal: AbortSignal.abort(),
    } as const;
    expect(await tiered.run(request)).toMatchObject({ error: { code: 'CANCELLED' } });
  });
});

describe('values', () => {
  it('are read where they are, and neither changed nor handed on', () => {
    const before = JSON.stringify(rows);
    const code =
      '({ all: $ref1, first: $ref1[0], slice: $ref1.slice(), spread: { ...$ref1[0] }, list: [...$ref1] })';
    const { result } = here(code) as { result: Record<string, unknown[]> };
    for (const [index, row] of [...(result.all ?? []), ...(result.slice ?? [])].entries())
      Object.assign(row as object, { name: `changed ${index}`, tags: null });
    (result.first as unknown as (typeof rows)[0]).tags = [];
    (result.spread as unknown as (typeof rows)[0]).tags.push('c');
    result.list?.pop();
    expect(JSON.stringify(rows)).toBe(before);
  });

  it('keep members of any name', () => {
    const $ref0 = JSON.parse('{"__proto__":{"x":1},"constructor":2,"2":3,"1":4}');
    const code = '({ ...$ref0, ["__proto__"]: $ref0.__proto__.x, sum: $ref0.constructor + $ref0[1] })';
    expect(JSON.stringify(here(code, { $ref0 })?.result)).toBe(
      '{"1":4,"2":3,"__proto__":1,"constructor":2,"sum":6}',
    );
  });
});

it('both tiers read the same text', () => {
  for (const kind of ['function', 'expression'] as const) {
    for (const code of ['a + 1', ' a ; ;\n', 'a // x', '', ';'])
      expect(wrapped(kind, code, ['a', 'b'])).toBe(wrap({ kind, code, names: ['a', 'b'] }));
  }
});
