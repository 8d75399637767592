/* Converts locales and options to copies of plain values, which may be passed to the host. */
(function makeArguments({ isArray, text, types }) {
  const isLocale = { test: () => false };

  const tagOf = (value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'object' && value !== null)
      return isLocale.test(value) ? value.toString() : text(value);
    throw new types.TypeError('Incorrect locale information provided');
  };

  const localesOf = (locales) => {
    if (locales === undefined) return undefined;
    if (typeof locales === 'string') return [locales];
    if (locales === null) throw new types.TypeError('Cannot convert undefined or null to object');
    if (isLocale.test(locales)) return [locales.toString()];
    const tags = [];
    const length = typeof locales === 'object' ? +locales.length || 0 : 0;
    for (let index = 0; index < length; index += 1)
      if (index in locales) tags[tags.length] = tagOf(locales[index]);
    return tags;
  };

  /** Copies members of plain types, inherited ones too, as the creator of the options may have set them. */
  const optionsOf = (options) => {
    if (options === undefined || options === null) return options;
    const copy = {};
    if (typeof options !== 'object' && typeof options !== 'function') return copy;
    for (const name in options) {
      const value = options[name];
      if (value === undefined) continue;
      const type = typeof value;
      if (type === 'symbol') throw new types.TypeError('Cannot convert a Symbol value to a string');
      if (
        type === 'function' ||
        (type === 'object' && value !== null && !isLocale.test(value) && !isArray(value))
      )
        throw new types.TypeError(`The option ${name} must be a text, a number or a boolean.`);
      copy[name] = type === 'object' && value !== null ? text(value) : value;
    }
    return copy;
  };

  return { localesOf, optionsOf, isLocale };
});
