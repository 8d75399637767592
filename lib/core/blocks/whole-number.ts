import { z } from 'zod';

export interface WholeNumberRule {
  min?: number;
  max: number;
  preset: number;
  /** What is counted, for the messages: "redirects". */
  unit?: string;
  /** Said of a number below `min`, where there is more to say than the bound. */
  tooLow?: string;
}

/** A setting that is a whole number within bounds, at least 1 unless said otherwise. */
export function wholeNumber({ min = 1, max, preset, unit, tooLow }: WholeNumberRule) {
  const units = unit === undefined ? '' : ` ${unit}`;
  return z
    .number(unit === undefined ? 'Enter a number.' : `Enter a number of ${unit}.`)
    .int('Enter a whole number.')
    .min(min, tooLow ?? `At least ${min}${units}.`)
    .max(max, `At most ${max.toLocaleString('en')}${units}.`)
    .default(preset);
}

/** A setting that is a duration in whole milliseconds. */
export function wholeMilliseconds({ min, max, preset }: { min: number; max: number; preset: number }) {
  return z
    .number('Enter a number of milliseconds.')
    .int('Enter whole milliseconds.')
    .min(min, `At least ${min} ms.`)
    .max(max, `At most ${max} ms.`)
    .default(preset);
}
