import { expect, test } from 'vitest';
import { fitBudget } from './fit-budget.mjs';

const NOTHING: string[] = [];
const none = { unit: NOTHING, db: NOTHING, browser: NOTHING };
const idle = { fileSeconds: {}, slowness: 1, pagesAreBuilt: false };

const files = (count: number, ending: string): string[] =>
  Array.from({ length: count }, (_, index) => `lib/${index}${ending}`);
const specs = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `e2e/${index}.spec.ts`);

test('a small choice runs as a whole', () => {
  const few = { unit: files(5, '.test.ts'), db: files(3, '.db.test.ts'), browser: ['e2e/a.spec.ts'] };
  expect(fitBudget(few, idle)).toEqual(few);
});

test('of a large choice the nearest files run', () => {
  const unit = files(2_000, '.test.ts');
  const { unit: chosen } = fitBudget({ ...none, unit }, idle);
  expect(chosen.length).toBeGreaterThan(50);
  expect(chosen.length).toBeLessThan(unit.length);
  expect(chosen).toEqual(unit.slice(0, chosen.length));
});

test('what one kind does not need is for the others', () => {
  const unit = files(2_000, '.test.ts');
  const db = files(2_000, '.db.test.ts');
  const alone = fitBudget({ ...none, unit }, idle).unit.length;
  const beside = fitBudget({ ...none, unit, db }, idle).unit.length;
  const besideFew = fitBudget({ ...none, unit, db: db.slice(0, 2) }, idle).unit.length;
  expect(alone).toBeGreaterThan(besideFew);
  expect(besideFew).toBeGreaterThan(beside);
});

test('a slow machine runs less, and pages that are built leave more time', () => {
  const many = { ...none, browser: specs(90) };
  const chosen = (known: object) => fitBudget(many, { ...idle, ...known }).browser.length;
  expect(chosen({ pagesAreBuilt: true })).toBeGreaterThan(chosen({}));
  expect(chosen({})).toBeGreaterThan(chosen({ slowness: 1.3 }));
  expect(chosen({ slowness: 4 })).toBe(0);
});

test('measured files count as measured, and those left out of the measured ones as short', () => {
  const unit = files(2_000, '.test.ts');
  const chosen = (fileSeconds: Record<string, number>) =>
    fitBudget({ ...none, unit }, { ...idle, fileSeconds }).unit;
  expect(chosen({ 'lib/other.test.ts': 2 }).length).toBeGreaterThan(chosen({}).length);
  expect(chosen({ 'lib/other.test.ts': 2 }).length).toBeGreaterThan(
    chosen(Object.fromEntries(unit.map((file) => [file, 3]))).length,
  );
});

test('a file that is too long is passed by, but never the nearest one', () => {
  const unit = ['lib/near.test.ts', 'lib/long.test.ts', 'lib/far.test.ts'];
  const fileSeconds = { 'lib/near.test.ts': 1, 'lib/long.test.ts': 2_000, 'lib/far.test.ts': 1 };
  expect(fitBudget({ ...none, unit }, { ...idle, fileSeconds }).unit).toEqual([unit[0], unit[2]]);
  const longest = { ...fileSeconds, 'lib/near.test.ts': 2_000 };
  expect(fitBudget({ ...none, unit }, { ...idle, fileSeconds: longest }).unit).toEqual([unit[0]]);
});
