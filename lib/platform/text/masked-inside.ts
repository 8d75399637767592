import { isCommonWord } from './common-words';

/** Shorter values stand inside innocent words: masked there, they would be revealed by what is missing. */
export const SHORTEST_MASKED_INSIDE = 8;

/** Why a secret is masked only where it is the whole text; null: it is masked inside longer ones, too. */
export type NotInside = 'short' | 'word' | null;

export function whyNotInside(value: string): NotInside {
  if (value.length < SHORTEST_MASKED_INSIDE) return 'short';
  return isCommonWord(value) ? 'word' : null;
}
