/** In UTF-16 units, as the server counts. */
const MAX_NAME_LENGTH = 120;
const COPY = / copy(?: (\d{1,6}))?$/;

/**
 * Returns the name of a copy, with the first number that is not taken: `Orders copy`, then `Orders copy 2`,
 * also for a copy of a copy. A long name is shortened, so that the addition stays.
 */
export function nameOfCopy(name: string, taken: Iterable<string>): string {
  const original = name.replace(COPY, '');
  const names = new Set(taken);
  for (let number = 1; ; number += 1) {
    const addition = number === 1 ? ' copy' : ` copy ${number}`;
    const copy = shortened(original, MAX_NAME_LENGTH - addition.length) + addition;
    if (!names.has(copy)) return copy;
  }
}

/** Cuts a text without splitting a pair of surrogates. */
function shortened(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
