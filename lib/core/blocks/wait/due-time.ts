import { MAX_WAIT_DAYS, type ResolvedWaitConfig, UNIT_MS } from './definition';
import { isEmpty, notATime, quoted, type ReadTime, readTime } from './read-time';

export const MAX_WAIT_MS = MAX_WAIT_DAYS * UNIT_MS.days;

/** `note`: the interpretation of a number, in words. */
export type DueTime =
  | { ok: true; dueMs: number; note?: string }
  | { ok: false; field: string; message: string };

/** Returns when the wait ends by itself, in milliseconds since 1970. */
export function dueTimeOf(config: ResolvedWaitConfig, nowMs: number): DueTime {
  const { kind, amount, unit, until, expiresAfter, expiresUnit } = config;
  if (kind === 'until') return dateOf(until, nowMs);
  if (kind === 'duration') return after({ field: 'amount', value: amount, unitMs: UNIT_MS[unit] }, nowMs);
  if (isEmpty(expiresAfter)) return { ok: true, dueMs: nowMs + MAX_WAIT_MS };
  return after({ field: 'expiresAfter', value: expiresAfter, unitMs: UNIT_MS[expiresUnit] }, nowMs);
}

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

function dateOf(value: unknown, nowMs: number): DueTime {
  const read = readTime(value);
  if (!Number.isFinite(read.dueMs)) return { ok: false, field: 'until', message: notATime(value) };
  if (read.dueMs - nowMs <= MAX_WAIT_MS) return { ok: true, ...read };
  const { message } = tooLong('until');
  return { ok: false, field: 'until', message: `${message} ${understood(value, read)}` };
}

const understood = (value: unknown, { dueMs, note }: ReadTime): string =>
  note ?? `${quoted(value)} is ${new Date(dueMs).toISOString()}.`;

const tooLong = (field: string) => ({
  ok: false as const,
  field,
  message: `A wait lasts ${MAX_WAIT_DAYS} days at most.`,
});
