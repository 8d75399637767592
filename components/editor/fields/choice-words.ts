/** Stands for all of the words, also those that come later. */
const ANY = 'any';

/** The words of a text with commas or spaces between them; as they are compared: in capitals. */
export const chosenOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '');

export const isChosen = (chosen: readonly string[], word: string): boolean =>
  chosen.includes(word.toUpperCase());

/** The text once a word has been pressed: on or off; `any` goes with no other. */
export function toggled(chosen: readonly string[], word: string, words: readonly string[]): string {
  if (word === ANY) return ANY;
  const was = chosen.filter((one) => one !== ANY.toUpperCase());
  const now = isChosen(was, word) ? was.filter((one) => one !== word.toUpperCase()) : [...was, word];
  // In the order in which they stand; what nobody knows goes with the first press.
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
