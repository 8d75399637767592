import type { KeyboardEvent } from 'react';

const TEXT = ':is(input:not([type=hidden],[type=checkbox],[type=radio],[type=file]), textarea, select)';
const CONTROL =
  ':is(input:not([type=hidden],[type=file]), [role=combobox], [role=checkbox], [role=switch], [role=radio])';

/** What a layer's focus begins at: what can be typed into, else what can be chosen, else the layer. */
export function firstField(layer: HTMLElement): HTMLElement {
  const find = (selector: string) => layer.querySelector<HTMLElement>(selector);
  return (
    find(`${TEXT}:not([readonly],:disabled)`) ?? find(TEXT) ?? find(`${CONTROL}:not(:disabled)`) ?? layer
  );
}

/**
 * Gives the focus to what lies in a layer that just opened, and sees that it gets there: what loses it (a
 * toast, an editor that is being replaced) may hand it to the page behind at the same moment.
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

/** Enter means nothing else in these. */
const CHOICE = 'input[type=checkbox], input[type=radio], [role=checkbox]';

/**
 * For `onKeyDownCapture` of a layer: Ctrl+Enter anywhere in it, and Enter in a checkbox too, press the button
 * that the layer is for. In a text Enter does so by itself. `isLoose`: of many forms and buttons only the
 * form that has the focus is meant.
 */
export function submitByKey(event: KeyboardEvent<HTMLElement>, { isLoose = false } = {}): void {
  const { target, currentTarget: layer } = event;
  if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing) return;
  // What is drawn in a layer of its own, such as a list to choose from, reaches this one by React alone.
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

/** The button that submits a form may stand outside of it. */
function submitOf(layer: HTMLElement, form: HTMLFormElement | null): Element | null {
  if (form === null) return null;
  const buttons = [...layer.querySelectorAll<HTMLButtonElement>('button[type=submit]')];
  return buttons.find((button) => button.form === form) ?? null;
}
