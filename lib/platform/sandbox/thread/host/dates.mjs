// @ts-check
const NAMES_ZONE = /(?:^|[^a-z])(?:z|ut|utc|gmt|[ecmp][sd]t)(?![a-z])|:[^(]*[+-][^(]*\d/i;
const DATE_ONLY = /^(?:[+-]\d{6}|\d{4})(?:-\d\d){0,2}$/;

/** @type {Record<string, (state: unknown, ...given: any[]) => unknown>} */
export const DATES = {
  parseDate: (_state, text) => parseInUtc(text),
};

/**
 * As `Date.parse` in a process whose own zone is UTC, whatever this one's is: a date that names no zone is
 * read with UTC's name behind it.
 * @param {string} text
 */
export function parseInUtc(text) {
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || DATE_ONLY.test(text) || NAMES_ZONE.test(withoutNotes(text))) return ms;
  const inUtc = Date.parse(`${text}Z`);
  return Number.isNaN(inUtc) ? Date.parse(`${text} UTC`) : inUtc;
}

/**
 * What stands in brackets says nothing.
 * @param {string} text
 */
const withoutNotes = (text) => text.replace(/\([^()]*\)/g, ' ');
