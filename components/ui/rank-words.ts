import { plainLetters } from './plain-letters';

/** A thing's words, from those that mean it most to those that only tell of it. */
export interface RankedWords {
  title: string;
  /** Other names. */
  synonyms?: readonly string[];
  description?: string;
}

const [WHOLE_TITLE, TITLE, TITLE_BEGINS, SYNONYM, SYNONYM_WORD, SYNONYM_BEGINS, LONGER_FORM, TOLD] = [
  1, 0.95, 0.9, 0.85, 0.7, 0.6, 0.5, 0.3,
] as const;
/** *Branching* is *branch*, but *postgres* is not *post*. */
const LEAST_STEM_LETTERS = 5;
/** They say nothing beside other words. */
const FILLERS = new Set(['a', 'an', 'the', 'in', 'of', 'to', 'by', 'with', 'and', 'do']);

/**
 * Rates how well a search fits, from 0 to 1: each of its words must be a word of the thing, the beginning of
 * one, or a longer form of one. Letters that are scattered over a text fit nothing.
 */
export function rankWords(words: RankedWords, search: string): number {
  const sought = wordsOf(search);
  if (sought.length === 0) return 1;
  const title = wordsOf(words.title);
  if (sought.join(' ') === title.join(' ')) return WHOLE_TITLE;
  const synonyms = (words.synonyms ?? []).map(wordsOf);
  const isOneOfThem = synonyms.some((synonym) => synonym.join(' ') === sought.join(' '));
  const told = wordsOf(words.description ?? '');
  const telling = sought.filter((word) => !FILLERS.has(word));
  const byWords = Math.min(
    ...(telling.length > 0 ? telling : sought).map((word) => rankWord(word, title, synonyms.flat(), told)),
  );
  return isOneOfThem ? Math.max(SYNONYM, byWords) : byWords;
}

function rankWord(
  word: string,
  title: readonly string[],
  synonyms: readonly string[],
  told: readonly string[],
): number {
  const begins = (one: string) => one.startsWith(word);
  if (title.includes(word)) return TITLE;
  if (title.some(begins)) return TITLE_BEGINS;
  if (synonyms.includes(word)) return SYNONYM_WORD;
  if (synonyms.some(begins)) return SYNONYM_BEGINS;
  const isStem = (one: string) => one.length >= LEAST_STEM_LETTERS && word.startsWith(one);
  if (title.some(isStem) || synonyms.some(isStem)) return LONGER_FORM;
  return told.some(begins) ? TOLD : 0;
}

const wordsOf = (text: string): string[] =>
  plainLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
