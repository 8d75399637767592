/* `Intl`: objects that hold the number of a host object, and methods that pass it plain values. */
(function intl({ ask, load, compare, construct, text, now, hide, defineMethod, defineGetter, tag, types }) {
  const { localesOf, optionsOf, isLocale } = load('arguments');
  const { formatFor } = load('locale');
  const namespace = {};
  tag(namespace, 'Intl');
  const numbers = new WeakMap();
  const numberOf = (kind, object, method) => {
    const found = typeof object === 'object' && object !== null ? numbers.get(object) : undefined;
    if (found === undefined || found.kind !== kind)
      throw new types.TypeError(
        `Method Intl.${kind}.prototype.${method} called on incompatible receiver ${text(object)}`,
      );
    return found.number;
  };
  const use = (kind, method, convert) =>
    function (...given) {
      const number = numberOf(kind, this, method);
      return ask('useFormat', number, kind, method, convert(given));
    };

  const timeOf = (value) => (value === undefined ? now() : +value);
  const neededTime = (value) => {
    if (value === undefined) throw new types.TypeError('Invalid time value');
    return +value;
  };
  const numeric = (value) => {
    const plain = typeof value === 'object' && value !== null ? value.valueOf() : value;
    if (typeof plain === 'bigint' || typeof plain === 'string') return plain;
    return +(typeof plain === 'object' && plain !== null ? text(plain) : plain);
  };
  const textsOf = (values) => {
    const list = [];
    if (values === undefined) return list;
    for (const value of values) {
      if (typeof value !== 'string')
        throw new types.TypeError(`Iterable yielded ${text(value)} which is not a string`);
      list[list.length] = value;
    }
    return list;
  };
  const one = (convert) => (given) => [convert(given[0])];
  const two = (first, second) => (given) => [first(given[0]), second(given[1])];
  const needed = (convert) => (value) => {
    if (value === undefined) throw new types.TypeError('start or end is undefined');
    return convert(value);
  };

  const KINDS = {
    Collator: { callable: true, methods: {} },
    DateTimeFormat: {
      callable: true,
      methods: {
        formatToParts: one(timeOf),
        formatRange: two(neededTime, neededTime),
        formatRangeToParts: two(neededTime, neededTime),
      },
    },
    NumberFormat: {
      callable: true,
      methods: {
        formatToParts: one(numeric),
        formatRange: two(needed(numeric), needed(numeric)),
        formatRangeToParts: two(needed(numeric), needed(numeric)),
      },
    },
    PluralRules: {
      methods: { select: one((value) => +value), selectRange: two(needed(Number), needed(Number)) },
    },
    RelativeTimeFormat: {
      methods: { format: two((value) => +value, text), formatToParts: two((value) => +value, text) },
    },
    ListFormat: { methods: { format: one(textsOf), formatToParts: one(textsOf) } },
    DisplayNames: { length: 2, methods: { of: one(text) } },
    Segmenter: { methods: {} },
  };

  const defineKind = (kind, { callable = false, length = 0, methods }) => {
    const Kind = function (locales, options) {
      if (new.target === undefined) {
        if (callable) return new Kind(locales, options);
        throw new types.TypeError(`Constructor Intl.${kind} requires 'new'`);
      }
      const object = construct(Object, [], new.target);
      numbers.set(object, { kind, number: formatFor(kind, locales, options) });
      return object;
    };
    const { prototype } = Kind;
    defineMethod(namespace, kind, length, Kind);
    hide(prototype, 'constructor', Kind);
    tag(prototype, `Intl.${kind}`);
    defineMethod(Kind, 'supportedLocalesOf', 1, (locales, options) =>
      ask('supportedLocalesOf', kind, localesOf(locales), optionsOf(options)),
    );
    for (const name in methods)
      defineMethod(prototype, name, name.includes('Range') ? 2 : 1, use(kind, name, methods[name]));
    defineMethod(
      prototype,
      'resolvedOptions',
      0,
      use(kind, 'resolvedOptions', () => []),
    );
    return prototype;
  };
  const prototypes = {};
  for (const kind in KINDS) prototypes[kind] = defineKind(kind, KINDS[kind]);

  /** Defines a getter for a function that works without its object; the same function each time. */
  const defineBound = (kind, name, length, make) => {
    const bound = new WeakMap();
    defineGetter(prototypes[kind], name, function () {
      const number = numberOf(kind, this, name);
      if (!bound.has(this)) {
        const holder = {};
        defineMethod(holder, 'made', length, make(number), '');
        bound.set(this, holder.made);
      }
      return bound.get(this);
    });
  };
  const formatting = (kind, convert) => (number) => (value) =>
    ask('useFormat', number, kind, 'format', [convert(value)]);
  defineBound('DateTimeFormat', 'format', 1, formatting('DateTimeFormat', timeOf));
  defineBound('NumberFormat', 'format', 1, formatting('NumberFormat', numeric));
  defineBound('Collator', 'compare', 2, (number) => (a, b) => compare(number, text(a), text(b)));

  const segmentsOf = load('segments');
  defineMethod(prototypes.Segmenter, 'segment', 1, function (given) {
    return segmentsOf(numberOf('Segmenter', this, 'segment'), text(given));
  });

  load('intl-locale')(namespace, isLocale);
  defineMethod(namespace, 'getCanonicalLocales', 1, (locales) => ask('canonicalLocales', localesOf(locales)));
  defineMethod(namespace, 'supportedValuesOf', 1, (key) => ask('supportedValues', text(key)));
  return { Intl: namespace };
});
