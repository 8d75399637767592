/*
 * The part of the prelude that only some calls need: words for errors, for results that JSON can't carry,
 * and for the console. It is loaded on first use, perhaps after the author's code has changed the globals,
 * so it uses only the tools that the prelude has saved.
 */
(function details({
  apply,
  defineProperty,
  stringify,
  isView,
  slice,
  text,
  hasInstance,
  kinds,
  types,
  hostLog,
  load,
}) {
  const { get: getCode, set: setCode } = kinds.WeakMap.prototype;
  const MAX_MESSAGE = 2000;
  const MAX_STACK = 8000;
  const MAX_LOG_TEXT = 16384;
  const isA = (type, value) => apply(hasInstance, type, [value]);
  const cut = (value, most) => apply(slice, value, [0, most]);

  const INSTEAD = [
    [kinds.Promise, 'a promise; put await before it.'],
    [kinds.Map, 'a Map; give back Object.fromEntries(map) instead.'],
    [kinds.Set, 'a Set; give back [...set] instead.'],
    [kinds.Error, 'an Error; give back its message instead.'],
    [kinds.RegExp, 'a RegExp; give back its source instead.'],
    [kinds.ArrayBuffer, 'an ArrayBuffer; give back new Uint8Array(it).toHex() or .toBase64() instead.'],
  ];

  function nameOf(value) {
    try {
      return cut(text(value.name), 100);
    } catch {
      return '';
    }
  }

  /** Describes a value that JSON would silently drop or empty. */
  function strangeness(value) {
    const type = typeof value;
    if (type === 'bigint') return 'a BigInt; give it back as text or as a number.';
    if (type === 'function') return 'a function; only values can be given back.';
    if (type === 'symbol') return 'a symbol; only values can be given back.';
    if (type !== 'object' || value === null) return null;
    if (isView(value)) return 'a typed array; give back Array.from(it) instead.';
    for (let index = 0; index < INSTEAD.length; index += 1) {
      if (isA(INSTEAD[index][0], value)) return INSTEAD[index][1];
    }
    const more = load('unprintable').kinds;
    for (let index = 0; index < more.length; index += 1) {
      if (isA(more[index][0], value)) return more[index][1];
    }
    return null;
  }

  function refuse(key, value) {
    const what = strangeness(value);
    if (what === null) return null;
    return key === '' ? `The result is ${what}` : `"${cut(text(key), 80)}" of the result is ${what}`;
  }

  function refuseCycle(error) {
    const { name, message } = describe(error, 0);
    const isCycle = name === 'TypeError' && message === 'circular reference';
    return isCycle ? 'The result contains itself, which JSON can not express.' : null;
  }

  /** The codes of errors thrown for variables without a value. */
  const codes = new kinds.WeakMap();
  /** Defines names that the surrounding code doesn't know as globals that throw when they are read. */
  function defineMissing(list) {
    for (let index = 0; index < list.length; index += 1) {
      const [name, code, message] = list[index];
      const get = () => {
        const error = new types.ReferenceError(message);
        apply(setCode, codes, [error, code]);
        throw error;
      };
      defineProperty(globalThis, name, { get, configurable: true });
    }
  }

  function describe(thrown, index) {
    const found = { index, name: '', message: '', stack: '', isError: false };
    try {
      if (typeof thrown === 'object' && thrown !== null && isA(kinds.Error, thrown)) {
        found.isError = true;
        found.missing = apply(getCode, codes, [thrown]);
        found.name = nameOf(thrown);
        found.message = cut(text(thrown.message), MAX_MESSAGE);
        found.stack = cut(text(thrown.stack), MAX_STACK);
      } else {
        found.message = cut(show(thrown), MAX_MESSAGE);
      }
    } catch {
      found.message = 'an error that can not be described';
    }
    return found;
  }

  function show(value) {
    const type = typeof value;
    if (type === 'string') return value;
    if (type === 'function') return `[Function ${nameOf(value)}]`;
    if (type === 'bigint') return `${text(value)}n`;
    if (type !== 'object' || value === null) return text(value);
    if (isA(kinds.Error, value)) return `${nameOf(value)}: ${text(value.message)}`;
    if (isA(kinds.Map, value)) return `Map ${showJson([...value])}`;
    if (isA(kinds.Set, value)) return `Set ${showJson([...value])}`;
    return showJson(value);
  }

  function showJson(value) {
    const json = stringify(value, (_key, item) => {
      const type = typeof item;
      if (type === 'bigint') return `${text(item)}n`;
      if (type === 'function') return `[Function ${nameOf(item)}]`;
      return type === 'symbol' ? text(item) : item;
    });
    return json === undefined ? text(value) : json;
  }

  let logging = true;
  function log(level, values) {
    if (!logging) return;
    let line = '';
    for (let index = 0; index < values.length && line.length < MAX_LOG_TEXT; index += 1) {
      let shown;
      try {
        shown = show(values[index]);
      } catch {
        shown = '[object]';
      }
      line += index === 0 ? shown : ` ${shown}`;
    }
    // One character more than the limit tells the host that there was more.
    logging = hostLog(level, stringify(cut(line, MAX_LOG_TEXT + 1)));
  }

  return { refuse, refuseCycle, describe, defineMissing, log };
});
