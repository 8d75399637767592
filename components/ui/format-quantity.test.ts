import { describe, expect, it } from 'vitest';
import { countOf, formatBytes, formatDuration, formatUsd } from './format-quantity';

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [0.4, '<1 ms'],
    [840, '840 ms'],
    [999.6, '1.00 s'],
    [1_240, '1.24 s'],
    [9_996, '10.0 s'],
    [59_960, '1 m 00 s'],
    [125_000, '2 m 05 s'],
    [3_599_600, '1 h 00 m'],
    [3_780_000, '1 h 03 m'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_024, '1 KB'],
    [1_536, '1.5 KB'],
    [10 * 1_024 * 1_024, '10 MB'],
    [1_048_575, '1 MB'],
  ])('%d is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

it('keeps the digits of small sums', () => {
  expect(formatUsd(0)).toBe('$0');
  expect(formatUsd(0.0042)).toBe('$0.0042');
  expect(formatUsd(0.00001)).toBe('<$0.0001');
  expect(formatUsd(1234.5)).toBe('$1,234.50');
});

it('counts in the right number', () => {
  expect(countOf(1, 'run')).toBe('1 run');
  expect(countOf(0, 'run')).toBe('0 runs');
  expect(countOf(2, 'entry', 'entries')).toBe('2 entries');
});
