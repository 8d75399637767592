const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** `just now`, `4 min ago`, `in 2 h`; beyond a week the date. Both in milliseconds since 1970. */
export function formatRelative(at: number, now: number): string {
  const distance = Math.abs(now - at);
  const past = at <= now;
  // What is to come is rounded: a week from now must not read "in 6 d" a second later.
  const count = (unitMs: number) => (past ? Math.floor : Math.round)(distance / unitMs);
  const say = (text: string) => (past ? `${text} ago` : `in ${text}`);
  if (distance < MINUTE_MS) return past ? 'just now' : 'in a moment';
  if (distance < HOUR_MS) return say(`${count(MINUTE_MS)} min`);
  if (distance < DAY_MS) return say(`${count(HOUR_MS)} h`);
  if (distance < WEEK_MS) return say(`${count(DAY_MS)} d`);
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Date(at).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}

/** `Sat, Nov 21, 2026, 07:24:29.120 GMT+1`: the viewer's own zone, named. */
export function formatExact(at: number, timeZone?: string): string {
  return new Date(at).toLocaleString('en-US', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone,
  });
}

/** `07:24:29` today, else `Nov 21, 07:24:29`: for columns of a list. */
export function formatClock(at: number, now: number): string {
  const date = new Date(at);
  const today = date.toDateString() === new Date(now).toDateString();
  return date.toLocaleString('en-US', {
    ...(today ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
}
