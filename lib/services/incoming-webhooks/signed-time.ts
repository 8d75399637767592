import type { TimePlace } from '../../core/blocks/webhook-trigger/signing-scheme';
import { isJsonObject } from '../../platform/text/exact-number';
import type { RequestHead } from './signed-request';

const MS_PER_SECOND = 1_000;
/** Smaller numbers are seconds: as milliseconds they would be before 1974. */
const FIRST_MS = 100_000_000_000;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i;

/** Null: it is no time. */
export function timeMsOf(sentAt: string): number | null {
  if (/^\d{1,15}$/.test(sentAt)) {
    const number = Number(sentAt);
    return number < FIRST_MS ? number * MS_PER_SECOND : number;
  }
  const ms = ISO.test(sentAt) ? Date.parse(sentAt) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

/** `t=<time>,v1=<hex>`; the first of two. */
export const partOf = (header: string, name: string): string | null =>
  header
    .split(/[,;]/)
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null;

/** Why a header can't be one that says when it was signed, in words for the author; or the time. */
export function sentAtOf(
  place: Exclude<TimePlace, { body: unknown }>,
  { header }: RequestHead,
  signatureHeader: { name: string; value: string | undefined },
): { sentAt: string } | { reason: string } {
  if ('header' in place) {
    const sentAt = header(place.header.toLowerCase())?.trim();
    if (sentAt === undefined) return { reason: `The header ${place.header} is missing.` };
    return timeMsOf(sentAt) === null ? { reason: `${place.header} is not a time.` } : { sentAt };
  }
  const { name, value } = signatureHeader;
  if (value === undefined) return { reason: `The header ${name} is missing.` };
  const sentAt = partOf(value, place.part);
  return sentAt === null || timeMsOf(sentAt) === null
    ? { reason: `The header ${name} has no time (${place.part}=…).` }
    : { sentAt };
}

/** Returns the time in a body that was proved to be the sender's; null when there is none. */
export function timeInBody(body: unknown, path: readonly string[]): string | null {
  let at = body;
  for (const name of path) at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return typeof at === 'string' || typeof at === 'number' ? String(at) : null;
}

/** Why the time is too far from now; null when it isn't. */
export function whyNotRecent(sentAt: string, toleranceSeconds: number, nowMs: number): string | null {
  const sentAtMs = timeMsOf(sentAt) ?? 0;
  const offMs = Math.abs(nowMs - sentAtMs);
  if (offMs <= toleranceSeconds * MS_PER_SECOND) return null;
  const where = sentAtMs < nowMs ? 'ago' : 'in the future';
  const offSeconds = Math.round(offMs / MS_PER_SECOND);
  return `The signed time is ${offSeconds} s ${where}; the tolerance is ${toleranceSeconds} s.`;
}
