import { fieldOfPlace } from '@/lib/core/workflow/schema';
import { focusAfter, TEXT_CONTROL } from '../../ui/focus-after';

/** Focuses a block's row while the workflow is shown as a list. @returns true if there is one */
export function focusListRow(blockId: string): boolean {
  const row = document.querySelector<HTMLElement>(`[data-list-row="${CSS.escape(blockId)}"]`);
  row?.focus();
  return row !== null;
}

/** Focuses a block on the canvas: immediately, or when it is drawn. */
export function focusBlock(blockId: string): void {
  const focus = () => {
    if (focusListRow(blockId)) return true;
    const node = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(blockId)}"]`);
    node?.focus({ preventScroll: true });
    return node !== null;
  };
  if (!focus()) requestAnimationFrame(focus);
}

/** Focuses a connection on the canvas. @returns true if it is drawn */
export function focusEdge(edgeId: string): boolean {
  const edge = document.querySelector<SVGElement>(`.react-flow__edge[data-id="${CSS.escape(edgeId)}"]`);
  edge?.focus({ preventScroll: true });
  return edge !== null;
}

/** Focuses the canvas, so that its keys keep working when the focused element is gone. */
export function focusCanvas(): void {
  document.querySelector<HTMLElement>('.workflow-canvas')?.focus({ preventScroll: true });
}

/** Returns the panel of the open block; null while there is none, or its code is still loading. */
export const openPanel = () => document.querySelector<HTMLElement>('aside:has([data-block-form])');

/** The most frames to wait for the panels' code; after these, the user is probably doing something else. */
const MOST_FRAMES = 600;

/**
 * Focuses the first control of the open panel's form immediately, so that the next key goes there. In a
 * line of several it is the one to type into: the URL, not the method before it.
 */
export function focusPanel(): void {
  if (focusAfter(() => undefined, firstControl) !== undefined) return;
  // The panels may still be loading. If the user has moved the focus by then, say into a menu, it stays.
  const before = document.activeElement;
  let framesLeft = MOST_FRAMES;
  const focus = () => {
    const now = document.activeElement;
    if (now !== before && now !== document.body) return;
    const control = firstControl();
    framesLeft -= 1;
    if (control !== null) control.focus();
    else if (framesLeft > 0) requestAnimationFrame(focus);
  };
  requestAnimationFrame(focus);
}

/** Focuses the input at a path of the open form, as `headers.2.value`, or the first of its field. */
export function focusPlace(place: string): void {
  const focus = () => {
    const name = CSS.escape(fieldOfPlace(place));
    const field = document.querySelector<HTMLElement>(`[data-block-form] [data-form-field="${name}"]`);
    const row = /[.[](\d{1,4})/.exec(place)?.[1];
    const own = row === undefined ? undefined : field?.querySelectorAll('[data-row]')[Number(row)];
    const notKey = own !== undefined && place.endsWith('.value') ? ':not([data-row-key] *)' : '';
    const text = (own ?? field)?.querySelector<HTMLElement>(`${TEXT_CONTROL}${notKey}`);
    (text ?? field?.querySelector<HTMLElement>(CONTROL))?.focus();
  };
  // The form opens its tab, and the menu that led here closes and returns the focus, within a frame.
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

const CONTROL =
  ':is(input,textarea,button,[role=combobox],[contenteditable=true]):not(:disabled,[role=tab],[data-grip])';

function firstControl(): HTMLElement | null {
  const begin = document.querySelector(`[data-block-form] [data-begin] ${TEXT_CONTROL}`);
  if (begin instanceof HTMLElement) return begin;
  const first = document.querySelector<HTMLElement>(`[data-block-form] ${CONTROL}`);
  return first?.closest('[data-form-line]')?.querySelector<HTMLElement>(TEXT_CONTROL) ?? first;
}
