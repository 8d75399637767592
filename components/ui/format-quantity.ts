/** Formats durations, sizes, money and counts. */

/** Returns a duration as `840 ms`, `1.24 s`, `2 m 05 s`, `1 h 03 m`. */
export function formatDuration(ms: number): string {
  if (ms < 1) return ms === 0 ? '0 ms' : '<1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(ms < 9_995 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} m`;
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Returns a size in powers of 1024: `512 B`, `1.5 KB`, `10 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_023.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  const text = unit === 0 || value >= 99.95 ? String(Math.round(value)) : trimZeros(value.toFixed(1));
  return `${text} ${BYTE_UNITS[unit]}`;
}

/** Returns US dollars; small sums keep their significant digits: `$0`, `$0.0042`, `$1.50`. */
export function formatUsd(amount: number): string {
  if (amount === 0) return '$0';
  if (amount < 0) return `-${formatUsd(-amount)}`;
  if (amount < 0.0001) return '<$0.0001';
  return amount < 0.1 ? `$${trimZeros(amount.toFixed(4))}` : `$${grouped(amount, 2)}`;
}

/** Returns a count as `12,480`. */
export function formatCount(count: number): string {
  return grouped(count, 0);
}

/** Returns `1 run`, `3 runs`; pass the plural if it is irregular. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const two = (value: number) => String(value).padStart(2, '0');

const trimZeros = (text: string) => text.replace(/\.?0{1,9}$/, '');

const grouped = (value: number, digits: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
