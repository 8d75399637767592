/** The kind of a chart's values, for a scale of round numbers: integers, times in milliseconds, or any. */
export type ValueUnit = 'count' | 'duration' | 'number';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** Steps for durations longer than a few seconds. */
const LONG_STEPS = [
  ...[10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12, 24].map((count) => count * HOUR),
];

/** Returns the values of lines across a chart: 0, and at most `room` round ones up to the highest. */
export function valueTicks(most: number, room: number, unit: ValueUnit): number[] {
  if (!(most > 0) || room < 1) return [0];
  const fits = (step: number) => Math.floor(most / step + 1e-9) <= room;
  const step = stepFor(most, unit, fits);
  const count = Math.floor(most / step + 1e-9);
  // A product such as 3 * 0.1 would not be round.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

function stepFor(most: number, unit: ValueUnit, fits: (step: number) => boolean): number {
  if (unit === 'duration') {
    const long = LONG_STEPS.find(fits);
    if (long !== undefined && long > LONG_STEPS[0]!) return long;
    if (long === undefined)
      return 24 * HOUR * decimalStep(most / (24 * HOUR), (days) => fits(days * 24 * HOUR));
  }
  const step = decimalStep(most, fits);
  return unit === 'count' ? Math.max(1, step) : step;
}

/** Returns the smallest of 1, 2, 5, 10, 20, 50 … and 0.5, 0.2, 0.1 … that fits. */
function decimalStep(most: number, fits: (step: number) => boolean): number {
  for (let power = Math.floor(Math.log10(most)) - 2; ; power += 1) {
    const ten = 10 ** power;
    const step = [ten, 2 * ten, 5 * ten].find(fits);
    if (step !== undefined) return step;
  }
}

/** Removes trailing zeros of a round number: `2 s`, not `2.00 s`. */
export const tickLabel = (text: string): string => text.replace(/\.0{1,9}(?!\d)/, '');
