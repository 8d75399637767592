/** German writes these with two letters where it has no others; marks alone would change the word. */
const TWO_LETTERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/ä/g, 'ae'],
  [/ö/g, 'oe'],
  [/ü/g, 'ue'],
  [/ß/g, 'ss'],
  [/æ/g, 'ae'],
  [/ø/g, 'oe'],
  [/å/g, 'aa'],
  [/œ/g, 'oe'],
  [/ł/g, 'l'],
  [/đ/g, 'd'],
];
const MAX_CHARACTERS = 64;

/** Returns a name like this one in the characters that references allow; null if no letter is left. */
export function plainName(name: string): string | null {
  const lower = name
    .slice(0, 4 * MAX_CHARACTERS)
    .toLowerCase()
    .normalize('NFC');
  const spelled = TWO_LETTERS.reduce((text, [letter, letters]) => text.replace(letter, letters), lower);
  const words = spelled
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^a-z0-9-]/)
    .filter((word) => word !== '');
  // A name begins with a letter.
  const plain = words
    .join('_')
    .replace(/^[_\d-]+/, '')
    .slice(0, MAX_CHARACTERS);
  return plain === '' ? null : plain;
}
