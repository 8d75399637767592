'use client';

import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { create } from 'zustand';
import { localStore } from '../../ui/browser-storage';
import { keepInStorage } from '../../ui/keep-in-storage';
import { focusPanel } from '../flow/focus-block';
import { lastFocusedField } from '../references/focused-field';

const KEY = 'millrace:data-pane';
const NARROW = '(width < 64rem)';
const PHONE = '(width < 48rem)';
/** The least window width for canvas, values and form beside each other. */
const ROOMY_PX = 1_500;

interface PaneState {
  /** The user's choice on wide windows; null: open if the window has room. */
  isOpen: boolean | null;
  /** State on narrow screens, where the pane covers half of the page, on a phone the form; not persisted. */
  isOpenNarrow: boolean;
}

const READ: Readonly<Record<string, boolean>> = { open: true, closed: false };

const usePane = create<PaneState>(() => ({
  isOpen: typeof window === 'undefined' ? null : (READ[localStore.getItem(KEY) ?? ''] ?? null),
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

/** True while the values of earlier blocks are shown beside the form. */
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
  keepInStorage(localStore, KEY, open ? 'open' : 'closed', 'whether the values are shown');
}

export const togglePane = () => showPane(!isShown(usePane.getState(), isNarrow()));

const paneElement = () => document.querySelector<HTMLElement>('[data-values]');

/** Moves the focus from the form to the values, opening them if needed, and back to the field. */
export function jumpToPane(): void {
  if (paneElement()?.contains(document.activeElement)) {
    leavePane();
    return;
  }
  showPane(true);
  requestAnimationFrame(() => {
    const pane = paneElement();
    // Without values, the button to leave is the only element to focus.
    const wanted = pane?.querySelector<HTMLElement>('[role=tree]') ?? pane?.querySelector('button');
    wanted?.focus();
  });
}

/** Shows the form on a phone, where the values cover it: a hidden element can't take the focus. */
export function uncoverForm(): void {
  if (window.matchMedia(PHONE).matches) flushSync(() => showPane(false));
}

/** Moves the focus to the field that had it last, else to the form. */
export function leavePane(): void {
  uncoverForm();
  const field = lastFocusedField();
  if (field === null) focusPanel();
  else field.focus();
}
