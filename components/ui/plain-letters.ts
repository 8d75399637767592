/** Returns a text as lists are searched: in lower case, without accents, full-width letters as usual ones. */
export const plainLetters = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
