/**
 * Sums of dollars to a billionth, as `platform/text/usd.ts` adds them: doubles are off in the last digits.
 */
export const exactUsd = (sum: string): string => `round((${sum})::numeric, 9)::float8`;
