import { ExactNumber } from '../../platform/text/exact-number';

const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const DIGITS = /^\d{9,13}$/;
const LONGEST_DATE = 40;
/** The years 2000 to 2100, in seconds since 1970. */
const [LEAST_SECONDS, MOST_SECONDS] = [946_684_800, 4_102_444_800];

/** Returns the form of a date or time; null if it is none. Numbers count from 1970, for this century. */
export function dateForm(value: unknown): string | null {
  if (typeof value === 'number') return epochForm(value);
  if (typeof value !== 'string' || value.length > LONGEST_DATE) return null;
  if (DIGITS.test(value)) {
    const form = epochForm(Number(value));
    return form === null ? null : `${form} as text`;
  }
  const form = DAY.test(value) ? 'day' : INSTANT.test(value) ? 'time' : HTTP_DATE.test(value) ? 'http' : null;
  return form === null || Number.isNaN(Date.parse(value)) ? null : form;
}

function epochForm(number: number): string | null {
  if (number >= LEAST_SECONDS && number <= MOST_SECONDS) return 'seconds';
  return number >= LEAST_SECONDS * 1_000 && number <= MOST_SECONDS * 1_000 ? 'milliseconds' : null;
}

/** From the narrowest form to the widest. */
const ID_FORMS: ReadonlyArray<readonly [form: string, pattern: RegExp]> = [
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['hash', /^[0-9a-f]{16,128}$/i],
  ['ulid', /^[0-9A-HJKMNP-TV-Z]{26}$/],
  ['digits', /^\d{1,40}$/],
  ['token', /^[A-Za-z0-9_-]{8,200}$/],
];
const PREFIXED = /^([A-Za-z]{1,20}[_-])[A-Za-z0-9]{6,100}$/;

/**
 * Returns the form of an id: of a whole number, a UUID, a hash, `ord_8Kd02m…` and the like; null if it is
 * none.
 */
export function idForm(value: unknown): string | null {
  if (value instanceof ExactNumber || (typeof value === 'number' && Number.isInteger(value))) return 'number';
  if (typeof value !== 'string' || DAY.test(value)) return null;
  const prefix = PREFIXED.exec(value)?.[1];
  if (prefix !== undefined) return `${prefix}…`;
  return ID_FORMS.find(([, pattern]) => pattern.test(value))?.[0] ?? null;
}

/** Returns a number, of those that a double can't hold the nearest; null for other values. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return value instanceof ExactNumber ? Number(value.digits) : null;
}

/** Sums and differences of doubles are off by as much as this of the larger one. */
const ROUNDING = 4 * Number.EPSILON;

/** True if two numbers differ by at most `tolerance`, give or take what doubles round. */
export function isNear(a: number, b: number, tolerance: number): boolean {
  const slack = ROUNDING * (Math.max(Math.abs(a), Math.abs(b)) + tolerance);
  return Math.abs(a - b) <= tolerance + slack;
}
