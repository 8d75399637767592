/* `structuredClone`, and the errors of web APIs. */
(function makeClone({ apply, hide, tag, text, types }) {
  const { isView } = ArrayBuffer;
  const kindOf = Object.prototype.toString;
  const CODES = {
    IndexSizeError: 1,
    InvalidCharacterError: 5,
    NotFoundError: 8,
    NotSupportedError: 9,
    SyntaxError: 12,
    InvalidAccessError: 15,
    TypeMismatchError: 17,
    QuotaExceededError: 22,
    DataCloneError: 25,
  };

  class DOMException extends types.Error {
    #name;
    constructor(message = '', options = 'Error') {
      super(text(message));
      this.#name =
        typeof options === 'object' && options !== null ? text(options.name ?? 'Error') : text(options);
      if (typeof options === 'object' && options !== null && 'cause' in options)
        hide(this, 'cause', options.cause);
    }
    get name() {
      return this.#name;
    }
    get code() {
      return CODES[this.#name] ?? 0;
    }
  }
  tag(DOMException.prototype, 'DOMException');

  const refuse = (value) => {
    const shown = typeof value === 'object' ? '#<Object>' : text(value);
    throw new DOMException(`${shown} could not be cloned.`, 'DataCloneError');
  };
  const ERRORS = ['EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'];
  const cloneError = (error, seen) => {
    const name = text(error.name);
    const copy = new (ERRORS.includes(name) ? types[name] : types.Error)();
    seen.set(error, copy);
    if ('message' in error) hide(copy, 'message', text(error.message));
    if (Object.hasOwn(error, 'cause')) hide(copy, 'cause', clone(error.cause, seen));
    hide(copy, 'stack', text(error.stack));
    return copy;
  };
  const cloneBuffer = (buffer, seen) => {
    if (seen.has(buffer)) return seen.get(buffer);
    const copy = buffer.slice(0);
    seen.set(buffer, copy);
    return copy;
  };
  const cloneView = (view, seen) => {
    const buffer = cloneBuffer(view.buffer, seen);
    const length = view instanceof DataView ? view.byteLength : view.length;
    const Kind = view instanceof DataView ? DataView : globalThis[view[Symbol.toStringTag]];
    return new Kind(buffer, view.byteOffset, length);
  };
  const kept = (seen, value, copy) => {
    seen.set(value, copy);
    return copy;
  };
  const KINDS = {
    '[object Date]': (value, seen) => kept(seen, value, new Date(+value)),
    '[object RegExp]': (value, seen) => kept(seen, value, new RegExp(value.source, value.flags)),
    '[object Boolean]': (value, seen) => kept(seen, value, Object(value.valueOf())),
    '[object Number]': (value, seen) => kept(seen, value, Object(value.valueOf())),
    '[object String]': (value, seen) => kept(seen, value, Object(value.valueOf())),
    '[object BigInt]': (value, seen) => kept(seen, value, Object(value.valueOf())),
    '[object Error]': cloneError,
    '[object ArrayBuffer]': cloneBuffer,
    '[object Map]': (value, seen) => {
      const copy = kept(seen, value, new Map());
      for (const [key, item] of [...value]) copy.set(clone(key, seen), clone(item, seen));
      return copy;
    },
    '[object Set]': (value, seen) => {
      const copy = kept(seen, value, new Set());
      for (const item of [...value]) copy.add(clone(item, seen));
      return copy;
    },
  };
  const UNCLONEABLE = [Promise, WeakMap, WeakSet, WeakRef];

  function clone(value, seen) {
    if (typeof value === 'symbol' || typeof value === 'function') return refuse(value);
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    if (isView(value)) return kept(seen, value, cloneView(value, seen));
    const cloneKind = KINDS[apply(kindOf, value, [])];
    if (cloneKind) return cloneKind(value, seen);
    if (UNCLONEABLE.some((Kind) => value instanceof Kind)) return refuse(value);
    const copy = kept(seen, value, Array.isArray(value) ? new Array(value.length) : {});
    for (const name of Object.keys(value)) {
      Object.defineProperty(copy, name, {
        ...{ value: clone(value[name], seen), writable: true, enumerable: true, configurable: true },
      });
    }
    return copy;
  }

  return {
    DOMException,
    structuredClone: function structuredClone(...given) {
      if (given.length === 0) throw new types.TypeError('The "value" argument must be specified');
      if (given[1]?.transfer?.length > 0)
        throw new DOMException(
          'Code here has nobody to transfer to: leave out "transfer".',
          'DataCloneError',
        );
      return clone(given[0], new Map());
    },
  };
});
