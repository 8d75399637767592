/*
 * Runs inside QuickJS before the author's code, once for each thread: each call starts from the memory
 * state after it. Rarely needed parts are in details.js. It keeps its own copies of all that it uses, so
 * that code which redefines JSON or a prototype only breaks itself. The host's functions exchange only text
 * and numbers with it, and the author's code can't reach them.
 */
(function prelude(tools, hostLog, hostReport) {
  const { apply, stringify, parse, load } = tools;
  const { getPrototypeOf } = Reflect;
  tools.isView = ArrayBuffer.isView;
  tools.hostLog = hostLog;
  tools.hasInstance = Function.prototype[Symbol.hasInstance];
  tools.kinds = { ArrayBuffer, Error, Map, Set, Promise, RegExp, WeakMap };
  const plain = Object.prototype;
  const list = Array.prototype;

  const details = () => load('details');

  let refused = null;
  const onlyJson = (key, value) => {
    if (typeof value === 'object') {
      if (value === null) return value;
      const kind = getPrototypeOf(value);
      if (kind === plain || kind === list) return value;
    } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return value;
    refused = details().refuse(key, value);
    if (refused !== null) throw refused;
    return value;
  };

  const give = (value) => {
    let text;
    try {
      text = stringify(value, onlyJson);
    } catch (error) {
      if (refused === null) refused = details().refuseCycle(error);
      if (refused === null) throw error;
      return hostReport('invalid', stringify(refused));
    }
    return hostReport('value', text === undefined ? 'null' : text);
  };

  const at =
    (level) =>
    (...values) =>
      details().log(level, values);
  globalThis.console = {
    log: at('log'),
    debug: at('log'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  };
  for (const part of ['globals', 'dates', 'numbers']) load(part);
  // Memory shared between threads is not available to a guest.
  delete globalThis.SharedArrayBuffer;

  // QuickJS keeps its own random state in memory, where each call would find the same: this generator
  // (sfc32) is seeded for each.
  let [seedA, seedB, seedC, counter] = [0, 0, 0, 1];
  const next32 = () => {
    const sum = (seedA + seedB + counter) | 0;
    counter = (counter + 1) | 0;
    seedA = seedB ^ (seedB >>> 9);
    seedB = (seedC + (seedC << 3)) | 0;
    seedC = (((seedC << 21) | (seedC >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  const { random } = { random: () => (next32() * 2097152 + (next32() >>> 11)) / 9007199254740992 };
  Object.defineProperty(Math, 'random', { value: random, writable: true, configurable: true });

  // Calls each source with its own values: the result of the only one, or the index of the first that holds.
  return async (mode, inputs, seed, missing, ...sources) => {
    let index = 0;
    [seedA, seedB, seedC] = parse(seed);
    for (let turn = 0; turn < 12; turn += 1) next32();
    try {
      const values = parse(inputs);
      const absent = missing === '' ? null : parse(missing);
      if (absent !== null) details().defineMissing(absent[0]);
      if (mode === 'value') return give(await apply(sources[0], undefined, values[0]));
      for (; index < sources.length; index += 1) {
        if (absent !== null) details().defineMissing(absent[index]);
        if (await apply(sources[index], undefined, values[index])) return give(index);
      }
      return give(null);
    } catch (thrown) {
      return hostReport('threw', stringify(details().describe(thrown, index)));
    }
  };
});
