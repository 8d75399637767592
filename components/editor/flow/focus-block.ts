import { fieldOfPlace } from '@/lib/core/workflow/schema';
import { focusAfter, TEXT_CONTROL } from '../../ui/focus-after';

/** The row of a block, while the workflow is shown as a list. */
export function focusListRow(blockId: string): boolean {
  const row = document.querySelector<HTMLElement>(`[data-list-row="${CSS.escape(blockId)}"]`);
  row?.focus();
  return row !== null;
}

/** Gives a block on the canvas the keyboard's focus: at once, or when it is drawn. */
export function focusBlock(blockId: string): void {
  const focus = () => {
    if (focusListRow(blockId)) return true;
    const node = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(blockId)}"]`);
    node?.focus({ preventScroll: true });
    return node !== null;
  };
  if (!focus()) requestAnimationFrame(focus);
}

/** A connection on the canvas. @returns whether it is drawn */
export function focusEdge(edgeId: string): boolean {
  const edge = document.querySelector<SVGElement>(`.react-flow__edge[data-id="${CSS.escape(edgeId)}"]`);
  edge?.focus({ preventScroll: true });
  return edge !== null;
}

/** The canvas itself, so that its keys go on working when what had the focus is gone. */
export function focusCanvas(): void {
  document.querySelector<HTMLElement>('.workflow-canvas')?.focus({ preventScroll: true });
}

/** The panel of the open block; null while there is none, or its code is still loading. */
export const openPanel = () => document.querySelector<HTMLElement>('aside:has([data-block-form])');

/** The code of the panels comes within these, or somebody is doing something else by now. */
const MOST_FRAMES = 600;

/**
 * The control of the open panel's form that one begins with, at once, so that the next key goes there. In
 * a line of several it is the one to type into: the URL, not the method before it.
 */
export function focusPanel(): void {
  if (focusAfter(() => undefined, firstControl) !== undefined) return;
  // The panels may still be on their way. Who has moved the focus by then, say into a menu, keeps it.
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

/** The input at a place of the open form, as `headers.2.value` or `provider.apiKey`, or its field’s first. */
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
  // The form opens with its tab, and what led here closes and gives the focus back, within a frame.
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
