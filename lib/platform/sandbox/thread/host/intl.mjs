// @ts-check
import { modestLocales, withOwnLocale, withOwnTimeZone } from './formats.mjs';

/** @typedef {import('./call-state.mjs').CallState} CallState */

/** Each part is found with a copy of the whole text, so the time is quadratic in the length of the text. */
const MAX_SEGMENTED = 20_000;
/** No formatted number or name is longer. */
const MAX_TEXT = 5_000;
const MAX_LISTED = 10_000;
const MAX_COMPARED = 1_000_000;
/** Marks are reordered by exchanging neighbours: a million of them would take half an hour. */
const MANY_MARKS = /\p{M}{200}/u;

/** The methods that may be called on each kind of object; the objects check their arguments. */
const METHODS = new Map(
  Object.entries({
    DateTimeFormat: ['format', 'formatToParts', 'formatRange', 'formatRangeToParts'],
    NumberFormat: ['format', 'formatToParts', 'formatRange', 'formatRangeToParts'],
    PluralRules: ['select', 'selectRange'],
    RelativeTimeFormat: ['format', 'formatToParts'],
    ListFormat: ['format', 'formatToParts'],
    DisplayNames: ['of'],
    Collator: [],
    Segmenter: [],
  }).map(([kind, methods]) => [kind, new Set(['resolvedOptions', ...methods])]),
);

/** @type {Record<string, (state: CallState, ...given: any[]) => unknown>} */
export const INTL = {
  makeFormat: (state, kind, locales, options) => state.addFormat(kind, locales, options),
  useFormat: (state, number, kind, method, given) => {
    const format = state.format(number);
    if (!METHODS.get(kind)?.has(method) || !(format instanceof /** @type {any} */ (Intl)[kind]))
      throw new TypeError(`There is no ${method} of Intl.${kind} here.`);
    if (!given.every(isModest)) throw new RangeError('That is too much to be formatted at once.');
    if (typeof format[method] !== 'function') throw new TypeError(`${method} is not a function`);
    return format[method](...given);
  },
  segment: (state, number, text) => {
    if (text.length > MAX_SEGMENTED)
      throw new RangeError(`A text of more than ${MAX_SEGMENTED} characters can't be segmented here.`);
    return Array.from(state.format(number).segment(text), ({ index, segment, isWordLike }) => [
      index,
      segment,
      isWordLike,
    ]);
  },
  supportedLocalesOf: (_state, kind, locales, options) => {
    if (!METHODS.has(kind)) throw new TypeError(`There is no Intl.${kind} here.`);
    return /** @type {any} */ (Intl)[kind].supportedLocalesOf(modestLocales(locales), options);
  },
  canonicalLocales: (_state, locales) => Intl.getCanonicalLocales(modestLocales(locales)),
  supportedValues: (_state, key) => Intl.supportedValuesOf(key),
  dateText: (_state, method, ms, locales, options) => {
    if (!/^toLocale(?:Date|Time)?String$/.test(method)) throw new TypeError(`There is no ${method} here.`);
    return /** @type {any} */ (new Date(ms))[method](withOwnLocale(locales), withOwnTimeZone(options));
  },
  changeCase: (_state, text, isUpper, locales) =>
    isUpper ? text.toLocaleUpperCase(modestLocales(locales)) : text.toLocaleLowerCase(modestLocales(locales)),
  locale: (_state, tag, options) => membersOf(new Intl.Locale(tag, options)),
  localeList: (_state, tag, name) => {
    const locale = /** @type {any} */ (new Intl.Locale(tag));
    if (!LISTS.has(name)) throw new TypeError(`There is no ${name} of a locale.`);
    return locale[name] ?? locale[`get${name.charAt(0).toUpperCase()}${name.slice(1)}`]?.();
  },
};

const LISTS = new Set([
  'calendars',
  'collations',
  'hourCycles',
  'numberingSystems',
  'textInfo',
  'timeZones',
  'weekInfo',
]);

/**
 * @param {CallState} state
 * @param {number} collator
 * @param {string} json two texts
 * @returns {number} not a number when they can't be compared
 */
export function compareTexts(state, collator, json) {
  if (json.length > 2 * MAX_COMPARED || MANY_MARKS.test(json)) return Number.NaN;
  try {
    const [a, b] = JSON.parse(json);
    return state.format(collator).compare(String(a), String(b));
  } catch {
    return Number.NaN; // not an object of Intl: code has changed the object it compares with
  }
}

/** @param {unknown} value */
function isModest(value) {
  if (Array.isArray(value)) return value.length <= MAX_LISTED;
  return typeof value !== 'string' || value.length <= MAX_TEXT;
}

/** @param {Intl.Locale} locale */
function membersOf(locale) {
  const { baseName, language, script, region, calendar, collation, hourCycle, caseFirst } = locale;
  const { numeric, numberingSystem } = locale;
  const [text, most, least] = [locale, locale.maximize(), locale.minimize()].map(String);
  const names = { baseName, language, script, region, calendar, collation, hourCycle, caseFirst };
  return { ...names, numeric, numberingSystem, text, most, least };
}
