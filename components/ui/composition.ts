'use client';

import { useEffect } from 'react';

/** Some browsers say so by this code alone: Safari for the Enter that confirms a word. */
const COMPOSING_KEY_CODE = 229;

type ComposingKey = Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>;

/**
 * True if a key belongs to the input method with which a Chinese, Japanese or Korean word, or an accent, is being
 * composed: Enter confirms the word, Escape cancels it, arrows choose another. Characters are left alone.
 */
export const composesWord = ({ key, isComposing, keyCode }: ComposingKey): boolean =>
  (isComposing || keyCode === COMPOSING_KEY_CODE) &&
  key.length > 1 &&
  key !== 'Process' &&
  key !== 'Unidentified';

/** Keeps such keys from everything on the page. `window` comes before all other listeners. */
export function useComposition(): void {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (composesWord(event)) event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', keep, { capture: true });
    return () => window.removeEventListener('keydown', keep, { capture: true });
  }, []);
}
