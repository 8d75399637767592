// @ts-check
/**
 * Functions of `Math` whose last digit depends on the implementation, by the number that code calls them with
 * (guest/numbers.js has the same list). The result then equals Node's.
 * @type {ReadonlyArray<(a: number, b: number) => number>}
 */
export const MATH = [
  Math.pow,
  Math.sin,
  Math.cos,
  Math.tan,
  Math.asin,
  Math.acos,
  Math.atan,
  Math.atan2,
  Math.sinh,
  Math.cosh,
  Math.tanh,
  Math.asinh,
  Math.acosh,
  Math.atanh,
  Math.exp,
  Math.expm1,
  Math.log,
  Math.log1p,
  Math.log2,
  Math.log10,
  Math.cbrt,
];

/** @type {Record<string, (state: unknown, ...given: any[]) => unknown>} */
export const NUMBERS = {
  hypot: (_state, values) => String(Math.hypot(...values)),
  inRadix: (_state, value, radix) => value.toString(radix),
  parseInRadix: (_state, text, radix) => String(Number.parseInt(text, radix)),
};
