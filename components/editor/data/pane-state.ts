'use client';

import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { create } from 'zustand';
import { keepInStorage } from '../../ui/keep-in-storage';
import { focusPanel } from '../flow/focus-block';
import { lastFocusedField } from '../references/focused-field';

const KEY = 'millrace:data-pane';
const NARROW = '(width < 64rem)';
const PHONE = '(width < 48rem)';
/** Wide enough for canvas, values and form beside each other. */
const ROOMY_PX = 1_500;

interface PaneState {
  /** Beside the form, as it was left; null: as the window has room. */
  isOpen: boolean | null;
  /** On a narrow screen it covers half of the page, on a phone the form: there it opens for this once. */
  isOpenNarrow: boolean;
}

const READ: Readonly<Record<string, boolean>> = { open: true, closed: false };

const usePane = create<PaneState>(() => ({
  isOpen: typeof localStorage === 'undefined' ? null : (READ[localStorage.getItem(KEY) ?? ''] ?? null),
  isOpenNarrow: false,
}));

function subscribe(listener: () => void) {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
const isNarrow = () => window.matchMedia(NARROW).matches;

const isShown = ({ isOpen, isOpenNarrow }: PaneState, narrow: boolean) =>
  narrow ? isOpenNarrow : (isOpen ?? window.innerWidth >= ROOMY_PX);

/** Whether the values of earlier blocks are shown beside the form. */
export function usePaneOpen(): boolean {
  const narrow = useSyncExternalStore(subscribe, isNarrow, () => false);
  return usePane((state) => isShown(state, narrow));
}

export function showPane(open: boolean): void {
  if (isNarrow()) {
    usePane.setState({ isOpenNarrow: open });
    return;
  }
  usePane.setState({ isOpen: open });
  keepInStorage(localStorage, KEY, open ? 'open' : 'closed', 'whether the values are shown');
}

export const togglePane = () => showPane(!isShown(usePane.getState(), isNarrow()));

const paneElement = () => document.querySelector<HTMLElement>('[data-values]');

/** From the form to the values, which open for it, and back to the field. */
export function jumpToPane(): void {
  if (paneElement()?.contains(document.activeElement)) {
    leavePane();
    return;
  }
  showPane(true);
  requestAnimationFrame(() => {
    const pane = paneElement();
    // Without any values there is only the way out.
    const wanted = pane?.querySelector<HTMLElement>('[role=tree]') ?? pane?.querySelector('button');
    wanted?.focus();
  });
}

/** On a phone the form is behind the values, and hidden can take no focus. */
export function uncoverForm(): void {
  if (window.matchMedia(PHONE).matches) flushSync(() => showPane(false));
}

/** To the field that had the focus last, else to the form. */
export function leavePane(): void {
  uncoverForm();
  const field = lastFocusedField();
  if (field === null) focusPanel();
  else field.focus();
}
