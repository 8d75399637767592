import { z } from 'zod';

export interface WholeNumberRule {
  min?: number;
  max: number;
  preset: number;
  /** The unit in messages: "redirects". */
  unit?: string;
  /** The message for a number below `min`, if there is more to say than the bound. */
  tooLow?: string;
}

/** Returns the schema of a whole number within bounds, at least 1 by default. */
export function wholeNumber({ min = 1, max, preset, unit, tooLow }: WholeNumberRule) {
  const units = unit === undefined ? '' : ` ${unit}`;
  return z
    .number(unit === undefined ? 'Enter a number.' : `Enter a number of ${unit}.`)
    .int('Enter a whole number.')
    .min(min, tooLow ?? `At least ${min}${units}.`)
    .max(max, `At most ${max.toLocaleString('en')}${units}.`)
    .default(preset);
}

/** Returns the schema of a duration in whole milliseconds. */
export function wholeMilliseconds({ min, max, preset }: { min: number; max: number; preset: number }) {
  return z
    .number('Enter a number of milliseconds.')
    .int('Enter whole milliseconds.')
    .min(min, `At least ${min} ms.`)
    .max(max, `At most ${max} ms.`)
    .default(preset);
}
