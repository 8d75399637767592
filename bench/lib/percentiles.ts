/** Returns the value below which this share of `values` lies; NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function highest(values: readonly number[]): number {
  return percentile(values, 1);
}
