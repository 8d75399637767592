/** Colours that are easy to distinguish; white text is readable on each, in light and dark themes. */
const COLOURS = ['#b4235a', '#1d5fbf', '#8a4b00', '#0f6e56', '#6d3fc0', '#a12ca1', '#3f6212', '#9a3412'];

/** Returns a person's colour: the same in comments, on the canvas and in texts, in every window of theirs. */
export function colourOf(userId: string): string {
  let sum = 0;
  for (const character of userId) sum = (sum * 31 + character.charCodeAt(0)) % 65_521;
  return COLOURS[sum % COLOURS.length] as string;
}

/** `AL` for Ada Lovelace. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0]);
  return letters.join('').toUpperCase() || '?';
}
