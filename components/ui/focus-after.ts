import { flushSync } from 'react-dom';

/** What a person types into. */
export const TEXT_CONTROL = ':is(input:not([type=checkbox],[type=radio]),textarea,[contenteditable=true])';

/**
 * Makes a change, draws it at once and gives the focus to what it brought: a key pressed right behind it is
 * not lost. From events only, not while drawing.
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
