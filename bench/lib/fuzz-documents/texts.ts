import type { Random } from '../../../lib/core/expressions/testing/random';

/** The names available to references in a text. */
export interface Names {
  /** Slugs of earlier blocks, with some of their outputs. */
  blocks: ReadonlyArray<{ slug: string; outputs: readonly string[] }>;
  variables: readonly string[];
}

/** Texts known to break programs. */
export const STRANGE: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\udfffb',
  '😀',
  'a\u0301',
  '\u202eabc',
  '\u2028',
  '\ufeff',
  'ﷺ',
  '½',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  'toJSON',
  '$where',
  'null',
  'true',
  'NaN',
  '-0',
  '1e999',
  '9007199254740993',
  '0x10',
  '١٢٣',
  '#{1+1}',
  '$&',
  '\\',
  '"',
  '<',
  '>',
  '<<',
  '{{',
  '}}',
  '{{}}',
  '<.a>',
  '<start',
  '<start.',
  '<start.a',
  '<start.a[',
  '<!--',
  '{{A',
  '{{ A }}',
  '{{A.B}}',
  '<start.a?? 1>',
  "<start['a>",
  '../..',
  '%00',
  '%',
  '\r\nx: y',
  '\t',
  '--',
];

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz0123456789 ',
  'äöüßéñçøåœ ',
  '日本語中文字한국어',
  'العربيةעברית ',
  '"\\/\b\f\n\r\t',
  '<>{}[]():;,.?!&=#%+-*|~^$@\'`" ',
];

/** Returns this many UTF-16 units of one kind. */
export function plainText(random: Random, length: number): string {
  if (length <= 0) return '';
  if (random.chance(0.1))
    return random.pick(['😀', '\ud800', '\u0000', ' ', '\n']).repeat(length).slice(0, length);
  const letters = random.pick(ALPHABETS);
  const piece = Array.from({ length: Math.min(length, 97) }, () => letters[random.below(letters.length)]);
  return piece
    .join('')
    .repeat(Math.ceil(length / piece.length))
    .slice(0, length);
}

const ENDINGS = ['', '', '', '', '?', ' ?? "none"', ' ?? null', ' ?? 1.5', ':raw', ':json', '? ?? "x":json'];
const STEPS = ['', '', '.a', '[0]', '[-1]', '["a b"]', '.length', '.a.b[1]["c"]', '.__proto__'];

/** Returns a reference that mostly resolves. */
export function reference(random: Random, { blocks, variables }: Names): string {
  if (variables.length > 0 && random.chance(0.15)) return `{{${random.pick(variables)}}}`;
  if (random.chance(0.05)) return random.pick(STRANGE);
  if (blocks.length === 0 || random.chance(0.05)) return '<nobody.value>';
  const { slug, outputs } = random.pick(blocks);
  const output = random.pick(outputs.length > 0 ? outputs : ['value']);
  return `<${slug}.${output}${random.pick(STEPS)}${random.pick(ENDINGS)}>`;
}

/** Returns this many references, of one kind or of several. */
export function references(random: Random, count: number, names: Names): string[] {
  const few = Array.from({ length: random.pick([1, 1, 7]) }, () => reference(random, names));
  return Array.from({ length: count }, (_, index) => few[index % few.length] as string);
}

const OPENINGS = [
  '<',
  '{{',
  '< ',
  '<start.',
  '<start.a[',
  '<start["a',
  '{{TOKEN',
  '<a.b',
  '<start.a.a.a',
  '<{{',
];

/** Returns text with many characters that may start a reference, though hardly any does. */
export const openings = (random: Random, count: number): string => random.pick(OPENINGS).repeat(count);

/** Returns a short text as authors write it, with occasional references. */
export function mixedText(random: Random, names: Names, most = 60): string {
  const parts = random.several(4, () =>
    random.chance(0.4) ? reference(random, names) : plainText(random, random.below(20)),
  );
  return random.chance(0.1) ? random.pick(STRANGE) : parts.join('').slice(0, most);
}

const FIRST = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_';

/** Returns letters and digits, which fit the patterns of names. */
export function identifier(random: Random, length = 1 + random.below(12)): string {
  if (random.chance(0.1)) return random.pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty']);
  const letters = Array.from({ length }, () => FIRST[random.below(FIRST.length)]);
  return letters.join('');
}
