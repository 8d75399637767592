/*
 * The globals that QuickJS lacks or implements differently from Node. Rarely used ones are loaded on first
 * use, so that no call waits for parts that it doesn't need.
 */
(function defineGlobals({ apply, load, hide, defineMethod, defineGetter, types }) {
  const LAZY = {
    intl: ['Intl'],
    url: ['URL', 'URLSearchParams'],
    bytes: ['TextEncoder', 'TextDecoder', 'btoa', 'atob'],
    clone: ['structuredClone', 'DOMException'],
    crypto: ['crypto', 'Crypto', 'CryptoKey', 'SubtleCrypto'],
  };
  for (const part in LAZY)
    for (const name of LAZY[part])
      defineGetter(
        globalThis,
        name,
        () => {
          const value = load(part)[name];
          hide(globalThis, name, value);
          return value;
        },
        (value) => hide(globalThis, name, value),
      );

  const stub = (target, part, name, length, key = name) => {
    const { method } = {
      method(...given) {
        return apply(load(part)[key], this, given);
      },
    };
    defineMethod(target, name, length, method);
  };
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
    stub(Date.prototype, 'locale', name, 0, `date ${name}`);
  stub(Number.prototype, 'locale', 'toLocaleString', 0, 'number');
  stub(BigInt.prototype, 'locale', 'toLocaleString', 0, 'bigint');
  stub(Array.prototype, 'locale', 'toLocaleString', 0, 'list');
  stub(Object.getPrototypeOf(Uint8Array.prototype), 'locale', 'toLocaleString', 0, 'list');
  stub(String.prototype, 'locale', 'localeCompare', 1);
  stub(String.prototype, 'locale', 'toLocaleUpperCase', 0);
  stub(String.prototype, 'locale', 'toLocaleLowerCase', 0);
  for (const name of ['toBase64', 'toHex']) stub(Uint8Array.prototype, 'bytes', name, 0);
  for (const name of ['fromBase64', 'fromHex']) stub(Uint8Array, 'bytes', name, 1);

  for (const name of ['sort', 'toSorted']) {
    const native = Array.prototype[name];
    const { method } = {
      method(compare) {
        return apply(compare === undefined ? native : load('sort')[name], this, [compare]);
      },
    };
    defineMethod(Array.prototype, name, 1, method);
  }

  // Node keeps the last match there, which nobody should rely on: returning nothing would be a silent error.
  const LAST_MATCH = [
    'input',
    '$_',
    'lastMatch',
    '$&',
    'lastParen',
    '$+',
    'leftContext',
    '$`',
    'rightContext',
  ];
  for (const name of [...LAST_MATCH, "$'", '$1', '$2', '$3', '$4', '$5', '$6', '$7', '$8', '$9'])
    defineGetter(RegExp, name, () => {
      throw new types.TypeError(`RegExp["${name}"] is not kept here. Use what exec() or match() gave.`);
    });

  defineMethod(Error, 'captureStackTrace', 2, (target) => {
    hide(target, 'stack', new types.Error().stack);
  });
  Error.stackTraceLimit = 10;
  for (const name of ['dispose', 'asyncDispose'])
    if (Symbol[name] === undefined) Object.defineProperty(Symbol, name, { value: Symbol(`Symbol.${name}`) });
});
