/** Money is rounded to a billionth of a dollar: as doubles, 0.014 + 0.004 is 0.018000000000000002. */
const NANO_PER_USD = 1_000_000_000;

const toNano = (usd: number): number => Math.round(usd * NANO_PER_USD);

/** Rounds to the double nearest to the closest billionth. */
export const exactUsd = (usd: number): number => toNano(usd) / NANO_PER_USD;

/** Adds two amounts; exact below nine million dollars. */
export const addUsd = (a: number, b: number): number => (toNano(a) + toNano(b)) / NANO_PER_USD;

/** Less than half a billionth, and more than doubles are off: older versions' sums were not exact. */
const SLACK_USD = 1e-10;

/** Lower bound for amounts of at least `usd`, and upper bound for those of at most `usd`. */
export const leastUsd = (usd: number): number =>
  Math.ceil(usd * NANO_PER_USD - 1e-3) / NANO_PER_USD - SLACK_USD;
export const mostUsd = (usd: number): number =>
  Math.floor(usd * NANO_PER_USD + 1e-3) / NANO_PER_USD + SLACK_USD;
