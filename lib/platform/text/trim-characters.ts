/**
 * The text without the leading and trailing characters that stand in `characters`. One step a character:
 * `/[…]+$/` looks through a run of them anew from each of its places.
 */
export function trimCharacters(text: string, characters: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && characters.includes(text.charAt(from))) from += 1;
  while (to > from && characters.includes(text.charAt(to - 1))) to -= 1;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}
