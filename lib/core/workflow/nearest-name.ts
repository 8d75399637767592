import { closest } from '../../platform/text/closest';

/** The name that a word most likely meant; undefined when none is near. */
export type NearestName = (word: string) => string | undefined;

/** Comparing a word with thousands of names takes a while: beyond so many nothing is proposed. */
const MOST_WORDS = 100;

export function nearestOf(names: readonly string[]): NearestName {
  const known = new Map<string, string | undefined>();
  return (word) => {
    if (known.has(word) || known.size >= MOST_WORDS) return known.get(word);
    const nearest = closest(word, names) ?? undefined;
    known.set(word, nearest);
    return nearest;
  };
}
