'use client';

import { useEffect, useRef } from 'react';
import { type Command, useCommands } from '@/components/ui/commands';

export interface LogKeys {
  /** To where the key leads. False: nowhere. */
  walk: (key: string) => boolean;
  /** The row that is marked. */
  open: () => void;
  /** Absent while no run is open. */
  close?: () => void;
}

const LISTED: readonly Command[] = [
  { id: 'logs-next', title: 'Next run', shortcut: 'j' },
  { id: 'logs-next-arrow', title: 'Next run', shortcut: 'arrowdown' },
  { id: 'logs-previous', title: 'Previous run', shortcut: 'k' },
  { id: 'logs-previous-arrow', title: 'Previous run', shortcut: 'arrowup' },
  { id: 'logs-on', title: 'Ten runs on', shortcut: 'pagedown' },
  { id: 'logs-back', title: 'Ten runs back', shortcut: 'pageup' },
  { id: 'logs-first', title: 'First run', shortcut: 'home' },
  { id: 'logs-last', title: 'Last run loaded so far', shortcut: 'end' },
  { id: 'logs-open', title: 'Open the run', shortcut: 'enter' },
  { id: 'logs-close', title: 'Close the run', shortcut: 'escape' },
].map((key) => ({ ...key, group: 'Logs', listedOnly: true, hidden: true, run: () => {} }));

const TAKES_TEXT = 'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable=true]';
const LAYER = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]:not([data-logs])';
const HAS_OWN_ENTER = 'a,button,summary,[role=treeitem],[role=tab]';

/** The list's keys, wherever on the page the focus is, unless what has it needs them itself. */
export function useLogKeys(keys: LogKeys): void {
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
      if (act(event.key, target, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  useCommands(LISTED);
}

/** @returns whether the key has done something */
function act(key: string, target: Element, { walk, open, close }: LogKeys): boolean {
  if (key === 'Escape') {
    close?.();
    return close !== undefined;
  }
  if (key === 'Enter') {
    if (target.closest(HAS_OWN_ENTER)) return false;
    open();
    return true;
  }
  // Inside the open run the arrows scroll it; j and k walk on from there too.
  const isLetter = key === 'j' || key === 'k';
  return (isLetter || target.closest('aside') === null) && walk(key);
}
