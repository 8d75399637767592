/**
 * Returns the text without the leading and trailing characters in `characters`, in linear time: `/[…]+$/`
 * would scan a run of them again from each position.
 */
export function trimCharacters(text: string, characters: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && characters.includes(text.charAt(from))) from += 1;
  while (to > from && characters.includes(text.charAt(to - 1))) to -= 1;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}
