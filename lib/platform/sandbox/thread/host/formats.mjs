// @ts-check
/** What code finds as its own locale and time zone, wherever the server stands. */
const LOCALE = 'en-US';
const TIME_ZONE = 'UTC';

/** Objects of `Intl` are dear to make, and code makes the same ones in run after run. */
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
 * An object of `Intl`, which has no state that one use could leave to the next.
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

/** @param {unknown[]} parts in which JSON would take -0 and NaN for other values */
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
 * Its own locale also stands for those that nobody knows, as the system's does in Node.
 * @param {unknown} locales
 * @returns {any}
 */
export const withOwnLocale = (locales) =>
  locales === undefined ? LOCALE : Array.isArray(locales) ? [...modestLocales(locales), LOCALE] : locales;

const MAX_LOCALES = 100;

/**
 * Each is looked for among those before it.
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
