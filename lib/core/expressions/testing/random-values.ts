import type { Random } from './random';

const NUMBERS = [
  0,
  1,
  2,
  3,
  7,
  -1,
  -2,
  10,
  100,
  200,
  404,
  0.1,
  0.5,
  1.005,
  2.5,
  -1.5,
  1e-7,
  1e21,
  1.5e300,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  4294967295,
  123456.789,
  1e100,
];
const TEXTS = [
  '',
  ' ',
  'a',
  'b',
  'ab',
  'abc',
  'Ada',
  'x,y',
  ',',
  '0',
  '1',
  '-1',
  '01',
  '1.50',
  '1e3',
  '0x1F',
  ' 12 ',
  'NaN',
  'null',
  'Infinity',
  'true',
  '\n1\t',
  '\u00a0',
  '\ufeff7',
  '\0',
  '\u2028',
  '"',
  '\\',
  '`x`',
  '$&',
  'é',
  'ß',
  'ÿ',
  'İ',
  'Σς',
  '😀',
  '\ud83d',
  '\ude00',
  'e\u0301',
  '123456789012345678',
  '{"a":[1,{"b":null}]}',
  '[1,-0,1e400]',
  '%41',
  '%',
  '__proto__',
  'constructor',
  'length',
  'toString',
  'a'.repeat(300),
];
export const KEYS = [
  'a',
  'b',
  'id',
  'name',
  'items',
  'length',
  'constructor',
  '__proto__',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'prototype',
  'then',
  'toJSON',
  '0',
  '1',
  '2',
  '-1',
  '01',
  '1.5',
  '4294967294',
  '4294967295',
  '',
  ' ',
  'é',
  '😀',
  '__defineGetter__',
  'map',
];

export const randomNumber = (random: Random): number => {
  if (random.chance(0.7)) return random.pick(NUMBERS);
  const digits = 10 ** random.below(7);
  return Math.round((random.next() - 0.5) * 2e4 * digits) / digits + 0;
};

export const randomText = (random: Random): string =>
  random.chance(0.8) ? random.pick(TEXTS) : random.pick(TEXTS) + random.pick(TEXTS);

/** Makes JSON data of any shape: mixed types, odd keys, halves of characters. */
export function randomData(random: Random, depth = 3): unknown {
  const kind = random.below(depth > 0 ? 10 : 5);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind <= 3) return random.chance(0.5) ? randomNumber(random) : randomText(random);
  if (kind === 4) return randomText(random);
  if (kind === 5) return random.several(4, () => randomNumber(random));
  if (kind === 6) return random.several(4, () => randomText(random));
  if (kind === 7) return random.several(4, () => randomData(random, depth - 1));
  const object: Record<string, unknown> = {};
  for (const key of random.several(5, () => random.pick(KEYS))) {
    const value = randomData(random, depth - 1);
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

/** Makes rows like those of an API. */
export function randomRows(random: Random): unknown {
  return random.several(6, () => ({
    id: random.below(10),
    name: randomText(random),
    price: randomNumber(random),
    active: random.chance(0.5),
    tags: random.several(3, () => random.pick(TEXTS)),
    ...(random.chance(0.2) ? { owner: randomData(random, 1) } : {}),
  }));
}

/** Picks a value that the sandbox reads differently, because JSON changes or drops it. */
export const strangeValue = (random: Random): unknown =>
  random.pick([
    undefined,
    Number.NaN,
    -0,
    Number.POSITIVE_INFINITY,
    new Date(0),
    [undefined],
    { a: undefined },
    new Array(2),
  ]);
