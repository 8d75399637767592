import { MAX_WAIT_DAYS, type ResolvedWaitConfig, UNIT_MS } from './definition';

export const MAX_WAIT_MS = MAX_WAIT_DAYS * UNIT_MS.days;

export type DueTime = { ok: true; dueMs: number } | { ok: false; field: string; message: string };

/** When the wait ends by itself, in milliseconds since 1970. */
export function dueTimeOf(config: ResolvedWaitConfig, nowMs: number): DueTime {
  const { kind, amount, unit, until, expiresAfter, expiresUnit } = config;
  if (kind === 'until') return dateOf(until, nowMs);
  if (kind === 'duration') return after({ field: 'amount', value: amount, unitMs: UNIT_MS[unit] }, nowMs);
  if (isEmpty(expiresAfter)) return { ok: true, dueMs: nowMs + MAX_WAIT_MS };
  return after({ field: 'expiresAfter', value: expiresAfter, unitMs: UNIT_MS[expiresUnit] }, nowMs);
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

function after(
  { field, value, unitMs }: { field: string; value: unknown; unitMs: number },
  nowMs: number,
): DueTime {
  const isText = typeof value === 'string' && value.trim() !== '';
  const count = isText || typeof value === 'number' ? Number(value) : Number.NaN;
  if (!Number.isFinite(count) || count < 0)
    return { ok: false, field, message: `${quoted(value)} is not a duration. Enter a number, 0 or more.` };
  const ms = Math.round(count * unitMs);
  return ms <= MAX_WAIT_MS ? { ok: true, dueMs: nowMs + ms } : tooLong(field);
}

const HAS_OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;
const IS_DATE = /^\d{4}-\d\d-\d\d$/;
const IS_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

function dateOf(value: unknown, nowMs: number): DueTime {
  const dueMs = millisecondsOf(value);
  if (!Number.isFinite(dueMs)) {
    const message = `${quoted(value)} is not a date and time. Enter one such as 2026-12-24T18:00:00Z.`;
    return { ok: false, field: 'until', message };
  }
  return dueMs - nowMs <= MAX_WAIT_MS ? { ok: true, dueMs } : tooLong('until');
}

function millisecondsOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  const text = value.trim();
  if (/^\d{11,15}$/.test(text)) return Number(text);
  if (IS_DATE.test(text)) return Date.parse(`${text}T00:00:00Z`);
  if (!IS_TIME.test(text)) return Number.NaN;
  return Date.parse(HAS_OFFSET.test(text) ? text : `${text}Z`);
}

const tooLong = (field: string): DueTime => ({
  ok: false,
  field,
  message: `A wait lasts ${MAX_WAIT_DAYS} days at most.`,
});

function quoted(value: unknown): string {
  if (isEmpty(value)) return 'Nothing';
  return typeof value === 'object' ? 'An object or a list' : `"${String(value).slice(0, 40)}"`;
}
