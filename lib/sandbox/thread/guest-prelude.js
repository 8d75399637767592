/*
 * Runs inside QuickJS before the author's code, once for each call. It keeps its own copies of what it needs, so that
 * code which redefines JSON, Error or a prototype only ever confuses itself. Two functions of the host come in; both
 * take nothing but text, and neither is reachable from the author's code.
 */
(function prelude(hostLog, hostReport) {
  const { stringify, parse } = JSON;
  const { apply } = Reflect;
  const { isArray } = Array;
  const toText = String;
  const ErrorClass = Error;
  const MapClass = Map;
  const SetClass = Set;
  const PromiseClass = Promise;
  const RegExpClass = RegExp;
  const isView = ArrayBuffer.isView;
  const textSlice = String.prototype.slice;
  const hasInstance = Function.prototype[Symbol.hasInstance];
  const isA = (type, value) => apply(hasInstance, type, [value]);
  const cut = (text, most) => apply(textSlice, text, [0, most]);
  const MAX_MESSAGE = 2000;
  const MAX_STACK = 8000;
  const MAX_LOG_TEXT = 16384;

  /** Marks an error as ours: a result that JSON can't carry. */
  class ResultError {
    constructor(message) {
      this.message = message;
    }
  }

  function nameOf(value) {
    try {
      return cut(toText(value.name), 100);
    } catch {
      return '';
    }
  }

  function showKey(key) {
    return key === '' ? 'the result' : `"${cut(toText(key), 80)}" of the result`;
  }

  /** Things JSON would drop or empty without a word. */
  function refuseLossy(key, value) {
    const type = typeof value;
    if (type === 'bigint')
      throw new ResultError(`${showKey(key)} is a BigInt; give it back as text or a number.`);
    if (type === 'function')
      throw new ResultError(`${showKey(key)} is a function; only values can be given back.`);
    if (type === 'symbol')
      throw new ResultError(`${showKey(key)} is a symbol; only values can be given back.`);
    if (type !== 'object' || value === null) return value;
    if (isA(PromiseClass, value)) throw new ResultError(`${showKey(key)} is a promise; put await before it.`);
    if (isA(MapClass, value)) {
      throw new ResultError(`${showKey(key)} is a Map; give back Object.fromEntries(map) instead.`);
    }
    if (isA(SetClass, value)) throw new ResultError(`${showKey(key)} is a Set; give back [...set] instead.`);
    if (isA(ErrorClass, value))
      throw new ResultError(`${showKey(key)} is an Error; give back its message instead.`);
    if (isA(RegExpClass, value))
      throw new ResultError(`${showKey(key)} is a RegExp; give back its source instead.`);
    if (isView(value))
      throw new ResultError(`${showKey(key)} is a typed array; give back Array.from(it) instead.`);
    return value;
  }

  function describe(thrown) {
    const found = { name: '', message: '', stack: '', isError: false };
    try {
      if (typeof thrown === 'object' && thrown !== null && isA(ErrorClass, thrown)) {
        found.isError = true;
        found.name = nameOf(thrown);
        found.message = cut(toText(thrown.message), MAX_MESSAGE);
        found.stack = cut(toText(thrown.stack), MAX_STACK);
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
    if (type === 'bigint') return `${toText(value)}n`;
    if (type !== 'object' || value === null) return toText(value);
    if (isA(ErrorClass, value)) return `${nameOf(value)}: ${toText(value.message)}`;
    if (isA(MapClass, value)) return `Map ${showJson([...value])}`;
    if (isA(SetClass, value)) return `Set ${showJson([...value])}`;
    return showJson(value);
  }

  function showJson(value) {
    const text = stringify(value, (_key, item) => {
      const type = typeof item;
      if (type === 'bigint') return `${toText(item)}n`;
      if (type === 'function') return `[Function ${nameOf(item)}]`;
      if (type === 'symbol') return toText(item);
      return item;
    });
    return text === undefined ? toText(value) : text;
  }

  let logging = true;
  function logAt(level) {
    return (...values) => {
      if (!logging) return;
      let line = '';
      for (let index = 0; index < values.length && line.length < MAX_LOG_TEXT; index += 1) {
        let text;
        try {
          text = show(values[index]);
        } catch {
          text = isArray(values[index]) ? '[Array]' : '[object]';
        }
        line += index === 0 ? text : ` ${text}`;
      }
      // One character more than fits tells the host that there was more.
      logging = hostLog(level, stringify(cut(line, MAX_LOG_TEXT + 1)));
    };
  }

  const log = logAt('log');
  globalThis.console = { log, debug: log, info: logAt('info'), warn: logAt('warn'), error: logAt('error') };
  // Threads of its own are not among what a guest may have.
  delete globalThis.SharedArrayBuffer;
  delete globalThis.Atomics;

  function give(value) {
    let text;
    try {
      text = stringify(value, refuseLossy);
    } catch (error) {
      if (isA(ResultError, error)) return hostReport('invalid', stringify(error.message));
      if (isA(TypeError, error) && describe(error).message === 'circular reference') {
        return hostReport('invalid', stringify('the result contains itself, which JSON can not express.'));
      }
      throw error;
    }
    return hostReport('value', text === undefined ? 'null' : text);
  }

  const fail = (index, thrown) => hostReport('threw', stringify({ index, ...describe(thrown) }));

  /** Calls each with its own values; the result of the one, or the index of the first that holds. */
  return async function run(mode, inputs, ...sources) {
    let index = 0;
    try {
      const values = parse(inputs);
      if (mode === 'value') return give(await apply(sources[0], undefined, values[0]));
      for (; index < sources.length; index += 1) {
        if (await apply(sources[index], undefined, values[index])) return give(index);
      }
      return give(null);
    } catch (thrown) {
      return fail(index, thrown);
    }
  };
});
