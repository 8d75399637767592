import { AppError } from '../../../platform/errors';
import type { ExecutionRow } from '../shapes/execution-row';
import { MAX_DELAY_SECONDS, type StartTiming } from '../shapes/place-in-line';

const SECOND_MS = 1_000;
/** A caller's clock may be behind, and its request takes a while. */
const JUST_NOW_MS = 60 * SECOND_MS;

/** The parameters of a start; `delay` and `ttl` in seconds, `startAt` in milliseconds since 1970. */
interface AskedTiming {
  delay?: number | undefined;
  startAt?: number | undefined;
  ttl?: number | undefined;
  priority?: number | undefined;
}

/**
 * Returns when a start may begin; null if it says nothing of it. @throws AppError invalid_request for what can
 * never be met
 */
export function timingOf(
  { delay, startAt, ttl, priority }: AskedTiming,
  mode: ExecutionRow['mode'],
  nowMs: number = Date.now(),
): StartTiming | null {
  const given = Object.entries({ delay, startAt, ttl, priority }).filter(([, value]) => value !== undefined);
  const [first] = given;
  if (first === undefined) return null;
  if (mode !== 'async')
    throw refused(first[0], `${first[0]} is for starts with mode=async: others begin at once.`);
  if (delay !== undefined && startAt !== undefined)
    throw refused('startAt', 'Give either delay or startAt, not both.');
  if (startAt !== undefined && startAt < nowMs - JUST_NOW_MS)
    throw refused('startAt', `startAt is in the past: it is ${new Date(nowMs).toISOString()} now.`);
  if (startAt !== undefined && startAt > nowMs + MAX_DELAY_SECONDS * SECOND_MS)
    throw refused('startAt', 'startAt is more than a year ahead.');
  const delayedToMs = startAt ?? (delay === undefined ? null : nowMs + delay * SECOND_MS);
  const startAtMs = delayedToMs !== null && delayedToMs > nowMs ? delayedToMs : null;
  const expiresAtMs = ttl === undefined ? null : nowMs + ttl * SECOND_MS;
  if (startAtMs !== null && expiresAtMs !== null && expiresAtMs <= startAtMs)
    throw refused('ttl', 'This start could never begin: its time to live ends before its time has come.');
  return { startAtMs, expiresAtMs, priority: priority ?? 0 };
}

const refused = (param: string, message: string): AppError =>
  new AppError('invalid_request', message, { issues: [{ param, code: 'param_invalid', message }] });
