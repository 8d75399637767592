'use client';

import { useEffect, useRef } from 'react';
import { type Command, useCommands } from '@/components/ui/commands';
import { keyOf } from '@/components/ui/key-combo';

export interface LogKeys {
  /** Moves to the key's target. Returns false if it has none. */
  walk: (key: string) => boolean;
  /** Ticks the marked row, or removes its tick. */
  tick?: () => void;
  /** Opens the marked row. Absent if Enter belongs to the focused row itself. */
  open?: () => void;
  /** Absent if no run is open. */
  close?: () => void;
}

const listed = (one: 'run' | 'group'): readonly Command[] =>
  [
    { id: 'logs-next', title: `Next ${one}`, shortcut: 'j' },
    { id: 'logs-next-arrow', title: `Next ${one}`, shortcut: 'arrowdown' },
    { id: 'logs-previous', title: `Previous ${one}`, shortcut: 'k' },
    { id: 'logs-previous-arrow', title: `Previous ${one}`, shortcut: 'arrowup' },
    { id: 'logs-on', title: `Ten ${one}s down`, shortcut: 'pagedown' },
    { id: 'logs-back', title: `Ten ${one}s up`, shortcut: 'pageup' },
    { id: 'logs-first', title: `First ${one}`, shortcut: 'home' },
    { id: 'logs-last', title: `Last ${one} loaded so far`, shortcut: 'end' },
    { id: 'logs-open', title: `Open the ${one}`, shortcut: 'enter' },
    ...(one === 'run'
      ? [
          { id: 'logs-tick', title: 'Tick the run, to compare it with another', shortcut: 'x' },
          { id: 'logs-close', title: 'Close the run', shortcut: 'escape' },
        ]
      : []),
  ].map((key) => ({ ...key, group: 'Logs', listedOnly: true, hidden: true, run: () => {} }));

const LISTED = { run: listed('run'), group: listed('group') };

const TAKES_TEXT = 'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable=true]';
const LAYER = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]:not([data-logs])';
const HAS_OWN_ENTER = 'a,button,summary,[role=treeitem],[role=tab]';

/** Returns the row that a key leads to, or undefined. The first press marks the current row. */
export function rowAfterKey(key: string, current: number, count: number, begun: boolean): number | undefined {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 10, PageUp: -10 }[key];
  if (step !== undefined) return begun ? Math.max(0, Math.min(count - 1, current + step)) : current;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** Handles the keys of a list for any focus on the page, unless the focused element uses them itself. */
export function useLogKeys(keys: LogKeys, one: keyof typeof LISTED = 'run'): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.metaKey || event.ctrlKey || event.altKey)
        return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(TAKES_TEXT) || target.closest(LAYER)) return;
      if (act(keyOf(event), target, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  useCommands(LISTED[one]);
}

/** @returns true if the key was handled */
function act(key: string, target: Element, { walk, tick, open, close }: LogKeys): boolean {
  if (key === 'Escape') {
    close?.();
    return close !== undefined;
  }
  if (key === 'Enter') {
    if (target.closest(HAS_OWN_ENTER)) return false;
    open?.();
    return open !== undefined;
  }
  if (key === 'x') {
    tick?.();
    return tick !== undefined;
  }
  // Inside the open run the arrows scroll it; j and k still move through the list.
  const isLetter = key === 'j' || key === 'k';
  return (isLetter || target.closest('aside') === null) && walk(key);
}
