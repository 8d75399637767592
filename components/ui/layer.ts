import type { KeyboardEvent } from 'react';

// Radix's choices have a hidden native `select` beside them, for forms that a browser submits.
const TEXT =
  ':is(input:not([type=hidden],[type=checkbox],[type=radio],[type=file]), textarea, select:not([aria-hidden]))';
const CONTROL =
  ':is(input:not([type=hidden],[type=file]), [role=combobox], [role=checkbox], [role=switch], [role=radio])';

/** Returns the initial focus of a layer: its first text field, else its first choice, else the layer. */
export function firstField(layer: HTMLElement): HTMLElement {
  const find = (selector: string) => layer.querySelector<HTMLElement>(selector);
  return (
    find(`${TEXT}:not([readonly],:disabled)`) ?? find(TEXT) ?? find(`${CONTROL}:not(:disabled)`) ?? layer
  );
}

/**
 * Moves the focus into a layer that just opened, and repeats it if needed: an element that loses the focus
 * (a toast, an editor that is being replaced) may pass it to the page behind at the same moment.
 */
export function takeFocus(layer: HTMLElement, focus: () => void): void {
  const isInside = () => layer.contains(document.activeElement);
  focus();
  if (!isInside()) focus();
  requestAnimationFrame(() => {
    const isOver = document.activeElement?.closest(
      '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]',
    );
    if (layer.isConnected && !isInside() && !isOver) focus();
  });
}

/** In these controls Enter has no other meaning. */
const CHOICE = 'input[type=checkbox], input[type=radio], [role=checkbox]';

/**
 * For `onKeyDownCapture` of a layer: Ctrl+Enter anywhere in it, and Enter in a checkbox, press its main
 * button. In a text field Enter does so by itself. `isLoose`: with several forms and buttons, only the
 * focused form counts.
 */
export function submitByKey(event: KeyboardEvent<HTMLElement>, { isLoose = false } = {}): void {
  const { target, currentTarget: layer } = event;
  if (event.key !== 'Enter' || event.repeat) return;
  // Events from nested layers, such as an option list, reach this one only through React.
  if (!(target instanceof Element) || !layer.contains(target)) return;
  const isMod = event.metaKey || event.ctrlKey;
  if (!isMod && !target.matches(CHOICE) && target !== layer) return;
  const form = target.closest('form');
  const submit = submitOf(layer, form) ?? (isLoose ? null : layer.querySelector('button[type=submit]'));
  const button = submit ?? (isMod && !isLoose ? layer.querySelector('button[data-main]') : null);
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  event.stopPropagation();
  if (!button.disabled) button.click();
}

/** The submit button of a form may be outside of it. */
function submitOf(layer: HTMLElement, form: HTMLFormElement | null): Element | null {
  if (form === null) return null;
  const buttons = [...layer.querySelectorAll<HTMLButtonElement>('button[type=submit]')];
  return buttons.find((button) => button.form === form) ?? null;
}
