// @ts-check
const ZONE_NAME = /(?:^|[^a-z])(?:z|ut|utc|gmt|[ecmp][sd]t)(?![a-z])/i;
const DATE_ONLY = /^(?:[+-]\d{6}|\d{4})(?:-\d\d){0,2}$/;

/** @type {Record<string, (state: unknown, ...given: any[]) => unknown>} */
export const DATES = {
  parseDate: (_state, text) => parseInUtc(text),
};

/**
 * Works like `Date.parse` in a process whose own zone is UTC, whatever this one's is: a date without a zone
 * is parsed with UTC's name appended.
 * @param {string} text
 */
export function parseInUtc(text) {
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || DATE_ONLY.test(text) || namesZone(text)) return ms;
  const inUtc = Date.parse(`${text}Z`);
  return Number.isNaN(inUtc) ? Date.parse(`${text} UTC`) : inUtc;
}

/**
 * Returns true if a date has a zone's name, or a sign behind the time. Text in brackets is ignored.
 * @param {string} text
 */
function namesZone(text) {
  const said = text.replace(/\([^()]*\)/g, ' ');
  const time = said.indexOf(':');
  return ZONE_NAME.test(said) || (time >= 0 && /[+-]/.test(said.slice(time)));
}
