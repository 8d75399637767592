/**
 * Returns SQL for a sum of dollars rounded to a billionth, like `platform/text/usd.ts`: doubles are off in
 * the last digits.
 */
export const exactUsd = (sum: string): string => `round((${sum})::numeric, 9)::float8`;
