/** ISO 8601 with its separators, and without any: the day with the rest, and the format of the rest. */
const FORMS = [
  {
    day: /^(\d{4})-(\d{2})-(\d{2})(?:T(.+))?$/i,
    time: /^(\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i,
  },
  {
    day: /^(\d{4})(\d{2})(\d{2})(?:T(.+))?$/i,
    time: /^(\d{2})(?:(\d{2})(?:(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i,
  },
];

/**
 * Parses an instant of ISO 8601, extended or basic, to milliseconds since 1970: a bare date is midnight
 * UTC, a time without a zone is UTC. Returns NaN for other text, or a day that does not exist.
 */
export function parseInstant(text: string): number {
  for (const form of FORMS) {
    const day = form.day.exec(text);
    if (day === null) continue;
    const time = form.time.exec(day[4] ?? '00');
    return time === null ? Number.NaN : instantOf(day.slice(1, 4).join('-'), time.slice(1));
  }
  return Number.NaN;
}

function instantOf(
  day: string,
  [hours, minutes = '00', seconds = '00', fraction = '0', zone = 'Z']: readonly (string | undefined)[],
): number {
  // Date.parse rolls 2026-02-31 over into March; such a day does not exist.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return Number.NaN;
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}.${fraction}${zoneWithColon(zone)}`);
}

/** Returns a zone in the form that Date.parse accepts: `+01` and `+0100` become `+01:00`. */
function zoneWithColon(zone: string): string {
  if (/^z$/i.test(zone)) return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
