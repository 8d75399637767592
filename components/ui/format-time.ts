const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Returns `just now`, `4 min ago`, `in 2 h`; beyond a week the date. Both in milliseconds since 1970. */
export function formatRelative(at: number, now: number, timeZone?: string): string {
  const distance = Math.abs(now - at);
  const past = at <= now;
  // Future times are rounded: a week from now must not read "in 6 d" a second later.
  const count = (unitMs: number) => (past ? Math.floor : Math.round)(distance / unitMs);
  const say = (text: string) => (past ? `${text} ago` : `in ${text}`);
  if (distance < MINUTE_MS) return past ? 'just now' : 'in a moment';
  if (distance < HOUR_MS) return say(`${count(MINUTE_MS)} min`);
  if (distance < DAY_MS) return say(`${count(HOUR_MS)} h`);
  if (distance < WEEK_MS) return say(`${count(DAY_MS)} d`);
  const year = (ms: number) => write(ms, { year: 'numeric' }, timeZone);
  const sameYear = year(at) === year(now);
  return write(at, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) }, timeZone);
}

/** Returns `Sat, Nov 21, 2026, 07:24:29.120 GMT+1`: in the viewer's zone, with its name. */
export function formatExact(at: number, timeZone?: string): string {
  return write(at, EXACT, timeZone);
}

/** Returns `07:24:29` for today, else `Nov 21, 07:24:29`: for columns of a list. */
export function formatClock(at: number, now: number, timeZone?: string): string {
  const today = write(at, DAY, timeZone) === write(now, DAY, timeZone);
  return write(at, today ? CLOCK : DAY_AND_CLOCK, timeZone);
}

/** Returns `Nov 21, 07:24`, with the year if it differs from `now`'s: for the scale of a chart. */
export function formatMinute(at: number, now: number, timeZone?: string): string {
  const year = (ms: number) => write(ms, { year: 'numeric' }, timeZone);
  return write(at, year(at) === year(now) ? MINUTE : { ...MINUTE, year: 'numeric' }, timeZone);
}

const MINUTE: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const CLOCK: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};
const DAY_AND_CLOCK: Intl.DateTimeFormatOptions = { ...CLOCK, day: 'numeric', month: 'short' };
const EXACT: Intl.DateTimeFormatOptions = {
  ...CLOCK,
  ...DAY,
  weekday: 'short',
  fractionalSecondDigits: 3,
  timeZoneName: 'short',
};

/** Cached, because creating one takes a hundred times as long as using it, and lists use several per row. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** `timeZone`: an IANA name; the machine's zone by default. */
function write(at: number, options: Intl.DateTimeFormatOptions, timeZone?: string): string {
  const key = `${timeZone} ${Object.entries(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  formats.set(key, format);
  return format.format(at);
}
