import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TimingBars, type TimingBarsProps } from './timing-bars';

const timing = { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 30, downloadMs: 8 };
const attempt = { durationMs: 44, waitMs: 0 };

/** Returns the table's lines as text: `Download8 ms`. */
function linesOf(props: TimingBarsProps): string[] {
  const rows = renderToStaticMarkup(<TimingBars {...props} />).match(/<tr.*?<\/tr>/g) ?? [];
  return rows.map((row) => row.replace(/<[^>]*>/g, ''));
}

test('attempts, waits and preparation add up to the total', () => {
  const whole = { durationMs: 287, attempts: [{ ...attempt, durationMs: 100, waitMs: 50 }, attempt] };
  expect(linesOf({ timing, whole }).slice(-4)).toEqual([
    'Last attempt44 ms',
    'Earlier attempts and waits150 ms',
    'Preparing and reading93 ms',
    'Total287 ms',
  ]);
  expect(linesOf({ timing, whole: { durationMs: 60, attempts: [attempt] } }).slice(-3)).toEqual([
    'Last attempt44 ms',
    'Preparing and reading16 ms',
    'Total60 ms',
  ]);
});

test('a single request shows its own total', () => {
  expect(linesOf({ timing }).at(-1)).toBe('Total44 ms');
});
