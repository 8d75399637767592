/** Stands for all of the words, including future ones. */
const ANY = 'any';

/** Returns the words of a text separated by commas or spaces, in capitals for comparison. */
export const chosenOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '');

export const isChosen = (chosen: readonly string[], word: string): boolean =>
  chosen.includes(word.toUpperCase());

/** Returns the text after a word is toggled; `any` excludes all others. */
export function toggled(chosen: readonly string[], word: string, words: readonly string[]): string {
  if (word === ANY) return ANY;
  const was = chosen.filter((one) => one !== ANY.toUpperCase());
  const now = isChosen(was, word) ? was.filter((one) => one !== word.toUpperCase()) : [...was, word];
  // In the order in which they are listed; unknown words are dropped with the first press.
  return words
    .filter(
      (one) =>
        one !== ANY &&
        isChosen(
          now.map((each) => each.toUpperCase()),
          one,
        ),
    )
    .join(', ');
}
