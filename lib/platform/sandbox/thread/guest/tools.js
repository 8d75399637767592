/*
 * The tools that the guest's parts share: questions to the host, and definitions that look like the
 * engine's own. Values cross as JSON; values that JSON can't express are tagged lists (host/values.mjs).
 */
(function makeTools(hostNumber, hostCompare, hostText, hostSource) {
  const { stringify, parse } = JSON;
  const { apply, construct, defineProperty } = Reflect;
  const { now } = Date;
  const { isArray } = Array;
  const { is } = Object;
  const slice = String.prototype.slice;
  const text = String;
  const types = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, InternalError };

  const write = (value) => {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'number')
      return value - value === 0 && !is(value, -0) ? value : ['n', numberText(value)];
    if (typeof value === 'bigint') return ['b', text(value)];
    if (typeof value !== 'object') return ['u'];
    if (isArray(value)) {
      const list = [];
      for (let index = 0; index < value.length; index += 1) list[index] = write(value[index]);
      return ['l', list];
    }
    const members = {};
    for (const name in value) members[name] = write(value[name]);
    return members;
  };
  const numberText = (value) => (is(value, -0) ? '-0' : text(value));

  const failure = ({ name, message, code, input, isDom }) => {
    if (isDom) return new (load('clone').DOMException)(message, name);
    const error = new (types[name] || types.Error)(message);
    if (typeof code === 'string') error.code = code;
    if (input !== undefined) error.input = input;
    return error;
  };

  /** Returns the host's answer to a question; throws the host's error. */
  const ask = (name, ...given) => {
    const list = [];
    for (let index = 0; index < given.length; index += 1) list[index] = write(given[index]);
    const answer = hostText(name, stringify(list));
    if (typeof answer !== 'string') throw new types.InternalError('out of memory');
    const json = apply(slice, answer, [1]);
    if (answer[0] === '=') return json === '' ? undefined : parse(json);
    throw failure(parse(json));
  };

  const loaded = { __proto__: null };
  /** Loads a part that not every call needs, on first use. */
  const load = (part) => {
    if (loaded[part] === undefined) loaded[part] = hostSource(part)(tools);
    return loaded[part];
  };

  const compare = (collator, a, b) => {
    const order = hostCompare(collator, stringify([a, b]));
    if (order < 0 || order >= 0) return order;
    throw new types.RangeError('These texts are too long to be compared as people sort them.');
  };

  const hide = (target, name, value) =>
    defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });

  /** Defines a method or function with the name and the length of the engine's own. */
  const defineMethod = (target, name, length, method, shown = name) => {
    defineProperty(method, 'name', { value: shown, configurable: true });
    defineProperty(method, 'length', { value: length, configurable: true });
    hide(target, name, method);
  };

  const defineGetter = (target, name, read, write) => {
    const accessor = { configurable: true, enumerable: false, get: read };
    if (write) accessor.set = write;
    defineProperty(target, name, accessor);
  };

  const tag = (target, name) =>
    defineProperty(target, Symbol.toStringTag, { value: name, configurable: true });

  const tools = {
    ...{ apply, construct, defineProperty, stringify, parse, now, isArray, types, text, slice },
    ...{ ask, load, hide, defineMethod, defineGetter, tag },
    number: hostNumber,
    compare,
  };
  return tools;
});
