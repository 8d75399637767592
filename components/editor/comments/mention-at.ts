/** A name that is being typed behind an `@`. */
export interface TypedMention {
  /** Where the `@` is. */
  start: number;
  typed: string;
}

const MAX_NAME_CHARACTERS = 60;
const MAX_SUGGESTED = 6;
const WORD = /[\p{L}\p{N}_]/u;
const BETWEEN_WORDS = /[ ._-]/;

/** Returns the name that is being typed at the caret; null outside of one, as in an e-mail address. */
export function mentionAt(text: string, caret: number): TypedMention | null {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  if (start === -1 || (start > 0 && WORD.test(before[start - 1]!))) return null;
  const typed = before.slice(start + 1);
  if (typed.length > MAX_NAME_CHARACTERS || typed.includes('\n') || typed.startsWith(' ')) return null;
  return { start, typed };
}

/** Returns the people whose name, or a word of it, begins with what is typed; a whole name needs none. */
export function suggestedFor<Person extends { name: string }>(
  typed: string,
  people: readonly Person[],
): Person[] {
  const wanted = typed.toLowerCase();
  const begins = ({ name }: Person) => {
    const lower = name.toLowerCase();
    return lower.startsWith(wanted) || lower.split(BETWEEN_WORDS).some((word) => word.startsWith(wanted));
  };
  return people.filter(begins).slice(0, MAX_SUGGESTED);
}

/** Puts the name in place of what is typed. @returns the text and the caret behind the name */
export function withMention(
  text: string,
  { start, typed }: TypedMention,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `;
  const after = text.slice(start + 1 + typed.length).replace(/^ /, '');
  return { text: before + after, caret: before.length };
}
