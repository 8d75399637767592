import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../platform/sandbox/sandbox';
import { usualCostOf } from '../../platform/testing/cost-of';
import { inTwoTiers, valueHere } from './in-two-tiers';

const sandbox = createSandbox();
const tiered = inTwoTiers(sandbox);
afterAll(() => sandbox.close());
const { signal } = new AbortController();

const MOST_MS = 50;
const rows = Array.from({ length: 3_000 }, (_, id) => ({ id, text: `text ${id}` }));
const long = 'a'.repeat(90_000);
const bindings = { rows, long, other: `${'a'.repeat(89_999)}b`, json: JSON.stringify(rows.slice(0, 2_000)) };

const EXPLOSIVE = [
  'rows.map((a) => rows.map((b) => rows.map((c) => a.id * b.id + c.id).length).length)',
  'rows.reduce((text, row) => text + row.text + text, "x").length',
  'rows.reduce((list, row) => [...list, ...list, row], []).length',
  'rows.reduce((list, row) => list.concat([row, row]), []).length',
  'rows.reduce((all, row) => ({ ...all, [row.text]: row }), {})',
  'rows.map((row) => ({ ...row, all: rows.map((other) => ({ ...other })) }))',
  'Object.fromEntries(rows.flatMap((a) => rows.map((b) => [a.text + b.text, 1])))',
  'Array.from({ length: 1e9 }, (_, index) => index)',
  'rows.map(() => long.includes("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"))',
  'rows.map(() => long.indexOf(other))',
  'rows.map(() => long.split("").length)',
  'rows.map(() => long.toUpperCase())',
  'rows.map(() => long.replaceAll("a", "b"))',
  'rows.map(() => long.trim() + long)',
  'rows.map(() => long === other)',
  'rows.map(() => long < other)',
  'rows.map(() => encodeURIComponent(long))',
  'rows.map(() => JSON.stringify(rows))',
  'rows.map(() => JSON.parse(json))',
  'rows.map(() => Object.entries(rows))',
  'rows.map(() => rows.map((row) => row.text).join(long))',
  'rows.map(() => [rows, rows, rows].flat())',
  'rows.map(() => rows.map(() => (1e20).toFixed(20)))',
  'rows.map(() => rows.map(() => 5e-324 + ""))',
  'rows.map(() => rows.map(() => +"0.12345678901234567890e-300"))',
  'rows.map(() => rows.map(() => 1 ** 60))',
  'rows.map(() => [..."x".repeat(9e4)].length)',
  'long.repeat(1e9)',
  'long.padEnd(2 ** 40)',
];

describe('the main thread', () => {
  it.each(EXPLOSIVE)('stops in time: %s', (code) => {
    const found: unknown[] = [];
    // Different code each time, because code that exceeded its budget is not tried here for a while.
    const evaluate = () =>
      found.push(valueHere('expression', { code: `${code} // ${found.length}`, bindings }));
    expect(usualCostOf(evaluate)).toBeLessThan(MOST_MS);
    expect(new Set(found)).toEqual(new Set([null]));
  });

  it('is skipped for a while by code that exceeded its budget', () => {
    const code = 'n.map((a) => n.map((b) => a + b + 12345)).length';
    const many = { n: rows.map(({ id }) => id) };
    const few = { n: [1, 2] };
    expect(valueHere('expression', { code, bindings: few })).toEqual({ result: 2 });
    expect(valueHere('expression', { code, bindings: many })).toBeNull();
    expect(valueHere('expression', { code, bindings: few })).toBeNull();
    let calls = 0;
    while (valueHere('expression', { code, bindings: few }) === null && calls < 1_000) calls += 1;
    expect(calls).toBeLessThan(1_000);
  });
});

it.each([
  ['rows.map((a) => rows.map((b) => rows.map((c) => a.id * b.id + c.id).length).length)', 'CODE_TIMEOUT'],
  ['[1].map(() => { for (;;); })', 'CODE_TIMEOUT'],
  ['long.repeat(1e9)', 'CODE_THREW'],
  ['long.repeat(12)', 'CODE_OUTPUT_TOO_LARGE'],
])('%s ends as in the sandbox', async (code, error) => {
  // The limit is short only where the code is meant to run out of time.
  const limit = error === 'CODE_TIMEOUT' ? { timeoutMs: 500 } : {};
  const request = { kind: 'expression', code, bindings, signal, ...limit } as const;
  const answer = await tiered.run(request);
  expect(answer).toMatchObject({ ok: false, error: { code: error } });
  const { error: there } = (await sandbox.run(request)) as { error?: { message: string } };
  expect(answer).toMatchObject({ error: { message: there?.message } });
});
