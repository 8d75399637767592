import { Cron } from 'croner';

const LOCAL_TIME = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?$/;
const DAY_MS = 86_400_000;
/** No zone is further than 14 hours from UTC, and no clock change leaps more than a day. */
const FURTHEST_MS = 3 * DAY_MS;

/** Days since 1970 and milliseconds since that day's midnight, both as wall clocks show them. */
export interface LocalTime {
  day: number;
  timeMs: number;
}

/** Reads `2026-12-24T18:00` or `2026-12-24 18:00:30`; null for anything else. */
export function readLocalTime(text: string): LocalTime | null {
  const found = LOCAL_TIME.exec(text.trim());
  if (found === null) return null;
  const [, year = '', month = '', date = '', hour = '', minute = '', second = '00'] = found;
  const iso = `${year}-${month}-${date}T${hour}:${minute}:${second}`;
  const wallMs = Date.parse(`${iso}Z`);
  // `Date` takes 30 February for 2 March.
  if (Number.isNaN(wallMs) || !new Date(wallMs).toISOString().startsWith(iso)) return null;
  const day = Math.floor(wallMs / DAY_MS);
  return { day, timeMs: wallMs - day * DAY_MS };
}

/**
 * Returns the moment at which clocks in the zone show it, in milliseconds since 1970. If they show it
 * twice, the first; if a clock change leaves it out, as much later as the clock was put forward.
 */
export function momentOf({ day, timeMs }: LocalTime, zone: string): number {
  const wallMs = day * DAY_MS + timeMs;
  const text = new Date(wallMs).toISOString().slice(0, 19);
  const found = new Cron(text, { timezone: zone }).nextRun(new Date(wallMs - FURTHEST_MS));
  return found === null ? wallMs : found.getTime();
}

const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 500;

/** Returns the day that calendars in the zone show, in days since 1970. */
export function dayIn(zone: string, atMs: number): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return Math.floor(Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day ?? 1) / DAY_MS);
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(zone, format);
  return format;
}

/** True for names like `Europe/Berlin` and `UTC`; offsets like `+02:00` have no clock changes. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false; // Intl throws for a zone that it doesn't know
  }
}
