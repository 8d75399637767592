// @ts-check
/** The locale and time zone that code finds, wherever the server runs. */
const LOCALE = 'en-US';
const TIME_ZONE = 'UTC';

/** Objects of `Intl` are expensive to create, and code creates the same ones in every run. */
const MAX_KEPT = 50;
/** @type {Map<string, object>} */
const kept = new Map();

const KINDS = new Set([
  'Collator',
  'DateTimeFormat',
  'DisplayNames',
  'ListFormat',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
  'Segmenter',
]);

/**
 * Returns an object of `Intl`, which has no state that one use could leave to the next.
 * @param {string} kind
 * @param {unknown} locales
 * @param {unknown} options
 * @returns {{key: string, format: object}}
 */
export function formatOf(kind, locales, options) {
  if (!KINDS.has(kind)) throw new TypeError(`There is no Intl.${kind} here.`);
  const key = keyOf([kind, locales, options]);
  const format = kept.get(key) ?? made(kind, locales, options);
  kept.delete(key);
  kept.set(key, format);
  if (kept.size > MAX_KEPT) kept.delete(/** @type {string} */ (kept.keys().next().value));
  return { key, format };
}

/** @param {unknown[]} parts values, in which JSON would replace -0 and NaN */
const keyOf = (parts) =>
  JSON.stringify(parts, (_name, value) =>
    typeof value === 'bigint' || typeof value === 'number' || value === undefined
      ? `${typeof value} ${value}`
      : value,
  );

/**
 * @param {string} kind
 * @param {unknown} locales
 * @param {unknown} options
 */
function made(kind, locales, options) {
  const Kind = /** @type {any} */ (Intl)[kind];
  return new Kind(withOwnLocale(locales), kind === 'DateTimeFormat' ? withOwnTimeZone(options) : options);
}

/**
 * Appends the own locale as the fallback for unknown ones, like the system's in Node.
 * @param {unknown} locales
 * @returns {any}
 */
export const withOwnLocale = (locales) =>
  locales === undefined ? LOCALE : Array.isArray(locales) ? [...modestLocales(locales), LOCALE] : locales;

const MAX_LOCALES = 100;

/**
 * Limits the number of locales, because each is compared with those before it.
 * @param {any} locales
 */
export function modestLocales(locales) {
  if (locales?.length > MAX_LOCALES)
    throw new RangeError(`At most ${MAX_LOCALES} locales can be asked for at once.`);
  return locales;
}

/**
 * @param {unknown} options
 * @returns {any}
 */
export const withOwnTimeZone = (options) =>
  options === null ? options : { timeZone: TIME_ZONE, .../** @type {object} */ (options ?? {}) };
