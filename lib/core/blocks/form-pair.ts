import type { WrittenPair } from './written-pair';

/** Spells a form field that has no spelling of its own. */
export function usualFormPair([key, value]: WrittenPair): string {
  return new URLSearchParams([[key, value]]).toString();
}
