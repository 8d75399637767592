import { parseInstant } from '../../../platform/text/instant';

const MS_PER_SECOND = 1_000;
/** Numbers from here on are milliseconds. Smaller ones would be before 1973, but are seconds of today. */
const LEAST_MS = 100_000_000_000;
/** Numbers from here on are seconds; smaller ones are no time that anybody means. */
const LEAST_SECONDS = 100_000_000;

export interface ReadTime {
  dueMs: number;
  /** For a number: its interpretation, in words. */
  note?: string;
}

/** Reads ISO 8601, or seconds or milliseconds since 1970, by their size. `dueMs` is NaN if it is no time. */
export function readTime(value: unknown): ReadTime {
  if (typeof value === 'number') return ofNumber(value);
  if (typeof value !== 'string') return { dueMs: Number.NaN };
  const text = value.trim();
  // Eight digits are a date, such as 20261224.
  if (/^\d{9,16}(\.\d{1,9})?$/.test(text)) return ofNumber(Number(text));
  return { dueMs: parseInstant(text.replace(' ', 'T')) };
}

function ofNumber(value: number): ReadTime {
  if (!(value >= LEAST_SECONDS)) return { dueMs: Number.NaN };
  const isMs = value >= LEAST_MS;
  const time = new Date(isMs ? value : value * MS_PER_SECOND);
  const dueMs = time.getTime();
  if (!Number.isFinite(dueMs)) return { dueMs };
  const unit = isMs ? 'milliseconds' : 'seconds';
  return { dueMs, note: `${value} was read as ${unit} since 1970: ${time.toISOString()}.` };
}

export const notATime = (value: unknown): string =>
  `${quoted(value)} is not a date and time. Enter one such as 2026-12-24T18:00:00Z, or seconds or ` +
  'milliseconds since 1970.';

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

export function quoted(value: unknown): string {
  if (isEmpty(value)) return 'Nothing';
  return typeof value === 'object' ? 'An object or a list' : `"${String(value).slice(0, 40)}"`;
}
