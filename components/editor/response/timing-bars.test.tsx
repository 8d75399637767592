import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TimingBars, type TimingBarsProps } from './timing-bars';

const timing = { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 30, downloadMs: 8 };
const attempt = { status: 200, code: null, startedAt: '2026-01-01T00:00:00.000Z', durationMs: 44, waitMs: 0 };

/** The table's lines as they are read: `Download8 ms`. */
function linesOf(props: TimingBarsProps): string[] {
  const rows = renderToStaticMarkup(<TimingBars {...props} />).match(/<tr.*?<\/tr>/g) ?? [];
  return rows.map((row) => row.replace(/<[^>]*>/g, ''));
}

test('the times add up to the one that stands above the answer, and each says what it measures', () => {
  const whole = { durationMs: 287, attempts: [{ ...attempt, durationMs: 100, waitMs: 50 }, attempt] };
  expect(linesOf({ timing, whole }).slice(-4)).toEqual([
    'Last attempt44 ms',
    'Earlier attempts and waits150 ms',
    'Preparing and reading93 ms',
    'The block in all287 ms',
  ]);
  expect(linesOf({ timing, whole: { durationMs: 60, attempts: [attempt] } }).slice(-3)).toEqual([
    'Last attempt44 ms',
    'Preparing and reading16 ms',
    'The block in all60 ms',
  ]);
});

test('an exchange of no block is told as it is', () => {
  expect(linesOf({ timing }).at(-1)).toBe('In all44 ms');
});
