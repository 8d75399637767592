import type { WrittenPair } from './written-pair';

/** As a form field is spelled that has no spelling of its own. */
export function usualFormPair([key, value]: WrittenPair): string {
  return new URLSearchParams([[key, value]]).toString();
}
