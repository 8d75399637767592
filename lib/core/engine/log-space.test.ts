import { expect, test } from 'vitest';
import { writeJson } from '../../platform/text/json-text';
import { LogSpace } from './shorten-value';

const KIB = 1024;
const MIB = 1024 * KIB;

const lengthOf = (value: unknown): number => (writeJson(value) ?? '').length;

test('a log of a few blocks keeps all that their spans hold', () => {
  const log = new LogSpace();
  const values = Array.from({ length: 16 }, (_, index) => ({ index, text: 'x'.repeat(MIB - 100) }));
  for (const value of values) expect(log.fit(value)).toBe(value);
});

test('small values are kept however many there are', () => {
  const log = new LogSpace();
  for (let index = 0; index < 20_000; index += 1) {
    const value = { index };
    expect(log.fit(value)).toBe(value);
  }
});

test('many large ones: the first are whole, then beginnings, then only that there was more', () => {
  const log = new LogSpace();
  const text = 'x'.repeat(60 * KIB);
  const fitted = Array.from({ length: 3_000 }, (_, index) => log.fit({ index, text })) as object[];
  const whole = fitted.filter((value) => 'text' in value);
  expect(whole.length).toBeGreaterThan(16);
  expect(whole.length).toBeLessThan(16 + (16 * MIB) / text.length);
  expect(fitted[400]).toMatchObject({ truncated: true, head: expect.stringMatching(/^\{"index":400,/) });
  expect(fitted.at(-1)).toEqual({ truncated: true, bytes: null });
  expect(lengthOf(fitted)).toBeLessThan(24 * MIB);
});

test('a value that its span shortened already loses most of its beginning, and nothing else', () => {
  const log = new LogSpace();
  const short = (fileId: string) => {
    return {
      truncated: true,
      bytes: 70 * MIB,
      contentType: 'text/plain',
      fileId,
      head: 'é'.repeat(600 * KIB),
    };
  };
  const fitted = Array.from({ length: 60 }, (_, index) => log.fit(short(`f${index}`)));
  const last = fitted.at(-1) as ReturnType<typeof short>;
  expect(last).toMatchObject({ truncated: true, bytes: 70 * MIB, fileId: 'f59' });
  expect(last.head).toMatch(/^é+$/);
  expect(last.head.length).toBeLessThan(2 * KIB);
});
