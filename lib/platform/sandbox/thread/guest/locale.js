/* Locale-specific methods of numbers, dates and texts, which use the host's `Intl`. */
(function locale({ apply, ask, load, compare, stringify, text, types }) {
  const { getTime } = Date.prototype;
  const numberOf = Number.prototype.valueOf;
  const bigintOf = BigInt.prototype.valueOf;
  const { test } = RegExp.prototype;
  const lower = String.prototype.toLowerCase;
  const upper = String.prototype.toUpperCase;
  const { localesOf, optionsOf } = load('arguments');

  /** The numbers of `Intl` objects created before, by their arguments. */
  const made = { __proto__: null };
  const formatFor = (kind, locales, options) => {
    const given = [localesOf(locales), optionsOf(options)];
    const key = kind + (locales === undefined && options === undefined ? '' : keyOf(given));
    if (made[key] === undefined) made[key] = ask('makeFormat', kind, given[0], given[1]);
    return made[key];
  };
  const keyOf = (given) =>
    stringify(given, (_name, value) =>
      typeof value === 'number' || value === undefined ? `${typeof value} ${value}` : value,
    );

  const formatNumber = (value, locales, options) =>
    ask('useFormat', formatFor('NumberFormat', locales, options), 'NumberFormat', 'format', [value]);

  // In these, ASCII letters and digits are sorted as in a dictionary, small letters before capitals.
  const PLAIN = {
    en: 1,
    'en-US': 1,
    'en-GB': 1,
    de: 1,
    'de-DE': 1,
    fr: 1,
    'fr-FR': 1,
    es: 1,
    it: 1,
    nl: 1,
    pt: 1,
  };
  const DICTIONARY = /^[A-Za-z0-9 ]*$/;
  const compareInDictionary = (a, b) => {
    if (a === b) return 0;
    const [first, second] = [apply(lower, a, []), apply(lower, b, [])];
    if (first !== second) return first < second ? -1 : 1;
    return a > b ? -1 : 1;
  };

  const textOf = (value, name) => {
    if (value === null || value === undefined)
      throw new types.TypeError(`String.prototype.${name} called on null or undefined`);
    return text(value);
  };
  const changeCase = (value, isUpper, locales) => {
    if (locales === undefined) return apply(isUpper ? upper : lower, value, []);
    return ask('changeCase', value, isUpper, localesOf(locales));
  };
  const dateText = (name) =>
    function (locales, options) {
      return ask('dateText', name, apply(getTime, this, []), localesOf(locales), optionsOf(options));
    };

  return {
    'date toLocaleString': dateText('toLocaleString'),
    'date toLocaleDateString': dateText('toLocaleDateString'),
    'date toLocaleTimeString': dateText('toLocaleTimeString'),
    number(locales, options) {
      return formatNumber(apply(numberOf, this, []), locales, options);
    },
    bigint(locales, options) {
      return formatNumber(apply(bigintOf, this, []), locales, options);
    },
    list(locales, options) {
      let line = '';
      for (let index = 0; index < this.length; index += 1) {
        const item = this[index];
        if (index > 0) line += ',';
        if (item !== null && item !== undefined) line += item.toLocaleString(locales, options);
      }
      return line;
    },
    localeCompare(that, locales, options) {
      const a = textOf(this, 'localeCompare');
      const b = text(that);
      const isPlain = (locales === undefined || PLAIN[locales] === 1) && options === undefined;
      if (isPlain && apply(test, DICTIONARY, [a]) && apply(test, DICTIONARY, [b]))
        return compareInDictionary(a, b);
      return compare(formatFor('Collator', locales, options), a, b);
    },
    toLocaleUpperCase(locales) {
      return changeCase(textOf(this, 'toLocaleUpperCase'), true, locales);
    },
    toLocaleLowerCase(locales) {
      return changeCase(textOf(this, 'toLocaleLowerCase'), false, locales);
    },
    formatFor,
  };
});
