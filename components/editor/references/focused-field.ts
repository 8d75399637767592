'use client';

import { useSyncExternalStore } from 'react';
import type { Field } from '@/lib/core/blocks/field';
import type { TextPlace } from '@/lib/core/blocks/whole-outputs-at';
import type { TextLanguage } from './editor-marks';

/** A text in which a reference can be put. */
export interface InsertTarget {
  blockId: string;
  /** What people call it: "URL". */
  label: string;
  /** What its references may name beside the blocks before, as in `ReferenceInputProps`. */
  when?: Field['perIteration'];
  args?: string;
  /** Puts the text in place of the selection and gives it the focus. */
  insert: (text: string) => void;
  focus: () => void;
  language: TextLanguage;
  /** Where in it whole outputs are references. */
  place?: TextPlace;
  element: HTMLElement;
  text: () => string;
  /** Calls back after each change of the text. @returns ends it */
  onText: (listener: () => void) => () => void;
}

let last: InsertTarget | null = null;
const listeners = new Set<() => void>();

function remember(target: InsertTarget | null): void {
  last = target;
  for (const each of listeners) each();
}

/** Remembers the text that had the focus last, as long as it is on screen. */
export function noteFocused(target: InsertTarget): void {
  if (last !== target) remember(target);
}

export function forgetField(target: InsertTarget): void {
  if (last === target) remember(null);
}

/** Where a click on a value of another block can put its reference; null when no such text is open. */
export function lastFocusedField(): InsertTarget | null {
  return last;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The same, followed while it changes. */
export function useLastFocusedField(): InsertTarget | null {
  return useSyncExternalStore(subscribe, lastFocusedField, () => null);
}
