/*
 * Functions whose last digit differs between engines: the host computes them, so that results equal Node's.
 * The list of functions is that of host/math.mjs.
 */
(function defineNumbers({ apply, ask, number, defineMethod, text }) {
  const FUNCTIONS = [
    ...[
      'pow',
      'sin',
      'cos',
      'tan',
      'asin',
      'acos',
      'atan',
      'atan2',
      'sinh',
      'cosh',
      'tanh',
      'asinh',
      'acosh',
    ],
    ...['atanh', 'exp', 'expm1', 'log', 'log1p', 'log2', 'log10', 'cbrt'],
  ];
  for (let which = 0; which < FUNCTIONS.length; which += 1) {
    const name = FUNCTIONS[which];
    const ofTwo = name === 'pow' || name === 'atan2';
    defineMethod(
      Math,
      name,
      ofTwo ? 2 : 1,
      ofTwo ? (a, b) => number(which, +a, +b) : (a) => number(which, +a, 0),
    );
  }
  defineMethod(Math, 'hypot', 2, (...values) => {
    for (let index = 0; index < values.length; index += 1) values[index] = +values[index];
    return +ask('hypot', values);
  });

  const { toString: native10, valueOf: numberOf } = Number.prototype;
  const { isSafeInteger } = Number;
  const { write } = {
    write(radix) {
      if (radix === undefined) return apply(native10, this, []);
      const value = apply(numberOf, this, []);
      const base = +radix;
      if (isSafeInteger(value) || base === 10 || !(base >= 2 && base < 37) || value - value !== 0)
        return apply(native10, this, [base]);
      return ask('inRadix', value, base);
    },
  };
  defineMethod(Number.prototype, 'toString', 1, write, 'toString');

  // Up to this length the digits of any base make an exact number.
  const EXACT_DIGITS = 10;
  const native = parseInt;
  const read = (given, radix) => {
    const digits = text(given);
    const base = radix | 0;
    const isOwn = base === 0 || base === 10 || base === 16 || digits.length <= EXACT_DIGITS;
    if (isOwn || base < 2 || base > 36) return native(digits, base);
    return +ask('parseInRadix', digits, base);
  };
  defineMethod(globalThis, 'parseInt', 2, read);
  defineMethod(Number, 'parseInt', 2, read);
});
