import type { Random } from '../../../lib/core/expressions/testing/random';
import { plainText, STRANGE } from './texts';

/**
 * JSON as text, because the requests contain numbers beyond a double, duplicate names and lone surrogates,
 * none of which a JavaScript value can hold.
 */
export type JsonText = string;

const NUMBERS = [
  '0',
  '-0',
  '1',
  '1.5',
  '-1',
  '1e308',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '0.1',
  '1E+2',
  '123456789012345678901234567890',
  '3.14159265358979323846264338327950288',
  '2147483648',
  '1e21',
];

export function scalar(random: Random): JsonText {
  switch (random.below(5)) {
    case 0:
      return random.pick(['null', 'true', 'false']);
    case 1:
      return random.pick(NUMBERS);
    case 2:
      return JSON.stringify(random.pick(STRANGE));
    case 3:
      return String(random.below(1_000_000));
    default:
      return JSON.stringify(plainText(random, random.below(40)));
  }
}

/** Returns a small tree. */
export function tree(random: Random, depth = 3): JsonText {
  if (depth === 0 || random.chance(0.4)) return scalar(random);
  const items = random.several(4, () => tree(random, depth - 1));
  if (random.chance(0.5)) return `[${items.join(',')}]`;
  return `{${items.map((item, index) => `${name(random, index)}:${item}`).join(',')}}`;
}

const name = (random: Random, index: number): JsonText =>
  JSON.stringify(random.chance(0.2) ? random.pick(STRANGE) : `k${index}`);

const BRACKETS = [
  ['[', ']'],
  ['{"a":', '}'],
  ['[{"a":', '}]'],
] as const;

/** Returns lists and objects nested to this depth. */
export function nested(random: Random, depth: number): JsonText {
  const [open, close] = random.pick(BRACKETS);
  const levels = Math.ceil(depth / (open.length > 5 ? 2 : 1));
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}

const MADE_ITEMS = 8;

/** Returns a list or an object of this many values. */
export function wide(random: Random, count: number): JsonText {
  const few = Array.from({ length: MADE_ITEMS }, () => scalar(random));
  const items = Array.from({ length: count }, (_, index) => few[index % MADE_ITEMS] as string);
  if (random.chance(0.5)) return `[${items.join(',')}]`;
  return `{${items.map((item, index) => `"k${index}":${item}`).join(',')}}`;
}

/** Returns a text, a list or an object of about this many characters. */
export function sized(random: Random, characters: number): JsonText {
  const kind = random.below(4);
  if (kind === 0) return `"${'x'.repeat(Math.max(0, characters - 2))}"`;
  // The size of a character depends on how it is escaped.
  const piece = JSON.stringify(plainText(random, 400));
  const count = Math.max(1, Math.floor(characters / (piece.length + 1)));
  if (kind === 1) return JSON.stringify(JSON.parse(piece).repeat(count));
  if (kind === 2) return `[${Array(count).fill(piece).join(',')}]`;
  const pair = (index: number) => `"k${index}":${piece}`;
  return `{${Array.from({ length: count }, (_, index) => pair(index)).join(',')}}`;
}
