import { isCommonWord } from './common-words';

/** Shorter values occur inside ordinary words: masking them there would reveal them by the gap. */
export const SHORTEST_MASKED_INSIDE = 8;

/** The reason why a secret is masked only as a whole text; null if it is masked inside longer ones, too. */
export type NotInside = 'short' | 'word' | null;

export function whyNotInside(value: string): NotInside {
  if (value.length < SHORTEST_MASKED_INSIDE) return 'short';
  return isCommonWord(value) ? 'word' : null;
}
