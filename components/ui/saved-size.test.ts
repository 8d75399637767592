import { expect, test } from 'vitest';
import { readSize, type SizeRule } from './saved-size';

const rule: SizeRule = { name: 'form', least: 320, most: () => 800, first: () => 464 };
const keeping = (kept: string | null) => ({ getItem: () => kept });

test('a size is as it was left, within what the window allows', () => {
  expect(readSize(keeping('500'), rule)).toBe(500);
  expect(readSize(keeping('12'), rule)).toBe(320);
  expect(readSize(keeping('9000'), rule)).toBe(800);
  expect(readSize(keeping('500'), { ...rule, most: () => 200 })).toBe(200);
});

test('without one that was kept, or with what is none, it is the first', () => {
  expect(readSize(keeping(null), rule)).toBe(464);
  expect(readSize(keeping('wide'), rule)).toBe(464);
});
