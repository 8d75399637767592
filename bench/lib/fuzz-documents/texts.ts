import type { Random } from '../../../lib/core/expressions/testing/random';

/** What references can name where a text stands. */
export interface Names {
  /** Slugs of earlier blocks, with some of their outputs. */
  blocks: ReadonlyArray<{ slug: string; outputs: readonly string[] }>;
  variables: readonly string[];
}

/** Texts that programs have stumbled over. */
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

/** So many UTF-16 units of one kind. */
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

/** One that mostly leads somewhere. */
export function reference(random: Random, { blocks, variables }: Names): string {
  if (variables.length > 0 && random.chance(0.15)) return `{{${random.pick(variables)}}}`;
  if (random.chance(0.05)) return random.pick(STRANGE);
  if (blocks.length === 0 || random.chance(0.05)) return '<nobody.value>';
  const { slug, outputs } = random.pick(blocks);
  const output = random.pick(outputs.length > 0 ? outputs : ['value']);
  return `<${slug}.${output}${random.pick(STEPS)}${random.pick(ENDINGS)}>`;
}

/** So many, of one kind or of several. */
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

/** Text with so many signs that a reference may begin with, though hardly one does. */
export const openings = (random: Random, count: number): string => random.pick(OPENINGS).repeat(count);

/** Small text as authors write it, with references here and there. */
export function mixedText(random: Random, names: Names, most = 60): string {
  const parts = random.several(4, () =>
    random.chance(0.4) ? reference(random, names) : plainText(random, random.below(20)),
  );
  return random.chance(0.1) ? random.pick(STRANGE) : parts.join('').slice(0, most);
}

const FIRST = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_';

/** Letters and digits: fits the patterns of names that there are. */
export function identifier(random: Random, length = 1 + random.below(12)): string {
  if (random.chance(0.1)) return random.pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty']);
  const letters = Array.from({ length }, () => FIRST[random.below(FIRST.length)]);
  return letters.join('');
}
