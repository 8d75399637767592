/** The choices of a schedule's picker; `time` is `09:30`. Days of the week count from Sunday, 0. */
export type PickedPattern =
  | { kind: 'daily'; time: string }
  | { kind: 'weekly'; time: string; days: readonly number[] }
  | { kind: 'monthly'; time: string; day: number | 'L' };

const PATTERN = /^(\d{1,2}) (\d{1,2}) (\*|L|\d{1,2}) \* (\*|[\d,-]+)$/;
const LAST_DAY_OF_WEEK = 6;

/** Reads a pattern as a choice of the picker; null if it has none. */
export function readPicked(cron: string): PickedPattern | null {
  const found = PATTERN.exec(cron.trim().replace(/\s+/g, ' '));
  if (found === null) return null;
  const [, minute = '', hour = '', day = '', weekdays = ''] = found;
  if (Number(minute) > 59 || Number(hour) > 23) return null;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (day === '*') {
    if (weekdays === '*') return { kind: 'daily', time };
    const days = readDays(weekdays);
    return days === null ? null : { kind: 'weekly', time, days };
  }
  if (weekdays !== '*') return null;
  if (day === 'L') return { kind: 'monthly', time, day };
  return Number(day) >= 1 && Number(day) <= 31 ? { kind: 'monthly', time, day: Number(day) } : null;
}

function readDays(text: string): number[] | null {
  const days = new Set<number>();
  for (const part of text.split(',')) {
    const found = /^(\d)(?:-(\d))?$/.exec(part);
    if (found === null) return null;
    const [first, last] = [Number(found[1]), Number(found[2] ?? found[1])];
    if (first > last || last > LAST_DAY_OF_WEEK + 1) return null;
    for (let day = first; day <= last; day++) days.add(day % (LAST_DAY_OF_WEEK + 1));
  }
  return [...days].sort();
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const WEEKDAYS = '1,2,3,4,5';

/** Returns a pattern in words, as `Daily at 02:00`; one that the picker has no choice for stays as it is. */
export function cronWords(cron: string): string {
  const picked = readPicked(cron);
  if (picked === null) return cron;
  const { kind, time } = picked;
  if (kind === 'daily') return `Daily at ${time}`;
  if (kind === 'monthly')
    return `Monthly on ${picked.day === 'L' ? 'the last day' : `day ${picked.day}`} at ${time}`;
  const days = picked.days.join() === WEEKDAYS ? 'Weekdays' : picked.days.map((day) => DAYS[day]).join(', ');
  return `${days} at ${time}`;
}

/** Returns the pattern of a choice. */
export function writePicked(picked: PickedPattern): string {
  const [hour = 0, minute = 0] = picked.time.split(':').map(Number);
  const time = `${minute} ${hour}`;
  if (picked.kind === 'daily') return `${time} * * *`;
  if (picked.kind === 'weekly') return `${time} * * ${[...picked.days].sort().join(',')}`;
  return `${time} ${picked.day} * *`;
}
