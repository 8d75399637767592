/* `Intl.Locale`: a tag, and the members that the host reads from it. */
(function makeLocale({ ask, load, defineMethod, defineGetter, tag, types }) {
  const { optionsOf } = load('arguments');
  const READ = [
    ...[
      'baseName',
      'calendar',
      'caseFirst',
      'collation',
      'hourCycle',
      'language',
      'numberingSystem',
      'numeric',
    ],
    ...['region', 'script'],
  ];
  const ASKED = [
    'calendars',
    'collations',
    'hourCycles',
    'numberingSystems',
    'textInfo',
    'timeZones',
    'weekInfo',
  ];

  return (namespace, isLocale) => {
    const members = new WeakMap();
    isLocale.test = (value) => typeof value === 'object' && value !== null && members.has(value);
    const of = (object) => {
      if (!isLocale.test(object)) throw new types.TypeError('This is no Intl.Locale.');
      return members.get(object);
    };
    class Locale {
      constructor(given, options) {
        if (typeof given !== 'string' && (typeof given !== 'object' || given === null))
          throw new types.TypeError("First argument to Intl.Locale constructor can't be empty or missing");
        members.set(this, ask('locale', String(given), optionsOf(options)));
      }
      toString() {
        return of(this).text;
      }
      maximize() {
        return new Locale(of(this).most);
      }
      minimize() {
        return new Locale(of(this).least);
      }
    }
    defineMethod(namespace, 'Locale', 1, Locale);
    tag(Locale.prototype, 'Intl.Locale');
    for (const name of READ)
      defineGetter(Locale.prototype, name, function () {
        return of(this)[name];
      });
    for (const name of ASKED)
      defineGetter(Locale.prototype, name, function () {
        return ask('localeList', of(this).text, name);
      });
  };
});
