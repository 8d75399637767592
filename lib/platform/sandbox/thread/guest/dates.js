/*
 * `Date` as in a Node whose time zone is UTC: the host parses texts, since each engine accepts different
 * formats beside ISO 8601, and the zone's name is written out.
 */
(function defineDate({ apply, construct, ask, hide, defineMethod, text }) {
  const Native = Date;
  const { prototype } = Native;
  const { getTime } = prototype;
  const writeDate = prototype.toString;
  const writeTime = prototype.toTimeString;
  const isInvalid = Number.isNaN;
  const { UTC, now } = Native;
  const ZONE = ' (Coordinated Universal Time)';

  const read = (text) => {
    const ms = ask('parseDate', text);
    return ms === null ? NaN : ms;
  };
  const isDate = (value) => {
    try {
      apply(getTime, value, []);
      return true;
    } catch {
      return false;
    }
  };
  const primitive = (value) => {
    const exotic = value[Symbol.toPrimitive];
    if (exotic !== undefined && exotic !== null) return apply(exotic, value, ['default']);
    const plain = value.valueOf();
    return typeof plain === 'object' && plain !== null ? value.toString() : plain;
  };
  const timeOf = (value) => {
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return read(value);
    if (typeof value !== 'object' && typeof value !== 'function') return value;
    if (value === null) return value;
    if (isDate(value)) return apply(getTime, value, []);
    const plain = primitive(value);
    return typeof plain === 'string' ? read(plain) : plain;
  };

  function DateInUtc(...given) {
    if (new.target === undefined) return apply(writeDate, new Native(), []) + ZONE;
    return construct(Native, given.length === 1 ? [timeOf(given[0])] : given, new.target);
  }
  Object.defineProperty(DateInUtc, 'name', { value: 'Date', configurable: true });
  Object.defineProperty(DateInUtc, 'length', { value: 7, configurable: true });
  Object.defineProperty(DateInUtc, 'prototype', { value: prototype, writable: false, enumerable: false });
  hide(prototype, 'constructor', DateInUtc);
  hide(DateInUtc, 'now', now);
  hide(DateInUtc, 'UTC', UTC);
  defineMethod(DateInUtc, 'parse', 1, (value) => read(text(value)));
  hide(globalThis, 'Date', DateInUtc);

  const withZone = (native, name) => {
    const { method } = {
      method() {
        const text = apply(native, this, []);
        return isInvalid(apply(getTime, this, [])) ? text : text + ZONE;
      },
    };
    defineMethod(prototype, name, 0, method);
  };
  withZone(writeDate, 'toString');
  withZone(writeTime, 'toTimeString');
});
