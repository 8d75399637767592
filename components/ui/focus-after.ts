import { flushSync } from 'react-dom';

/** Selects controls that take typed text. */
export const TEXT_CONTROL = ':is(input:not([type=checkbox],[type=radio]),textarea,[contenteditable=true])';

/**
 * Applies a change, renders it synchronously and focuses its result, so that the next key press is not
 * lost. Call it from events only, not during rendering.
 */
export function focusAfter<Found extends HTMLElement>(
  change: () => void,
  find: () => Found | null | undefined,
): Found | undefined {
  flushSync(change);
  const found = find() ?? undefined;
  found?.focus();
  return found;
}
