import { closest } from '../../platform/text/closest';

/** Returns the name that a word most likely meant; undefined if none is near. */
export type NearestName = (word: string) => string | undefined;

/** The most words that get a proposal, because comparing a word with thousands of names takes a while. */
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
