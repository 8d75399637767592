'use client';

import { useSyncExternalStore } from 'react';
import type { Field } from '@/lib/core/blocks/field';
import type { TextPlace } from '@/lib/core/blocks/whole-outputs-at';
import type { TextLanguage } from './editor-marks';

/** A text that references can be inserted into. */
export interface InsertTarget {
  blockId: string;
  /** The label of the field: "URL". */
  label: string;
  /** The names that its references may use besides earlier blocks, as in `ReferenceInputProps`. */
  when?: Field['perIteration'];
  args?: string;
  /** Replaces the selection by the text and focuses the field. */
  insert: (text: string) => void;
  focus: () => void;
  language: TextLanguage;
  /** The places in it where whole outputs are references. */
  place?: TextPlace;
  element: HTMLElement;
  text: () => string;
  /** Calls `listener` after each change of the text. @returns a function that unsubscribes */
  onText: (listener: () => void) => () => void;
}

let last: InsertTarget | null = null;
const listeners = new Set<() => void>();

function remember(target: InsertTarget | null): void {
  last = target;
  for (const each of listeners) each();
}

/** Records the text that had the focus last, as long as it is mounted. */
export function noteFocused(target: InsertTarget): void {
  if (last !== target) remember(target);
}

export function forgetField(target: InsertTarget): void {
  if (last === target) remember(null);
}

/** Returns the field for a reference to a clicked value; null when no such field is open. */
export function lastFocusedField(): InsertTarget | null {
  return last;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Like `lastFocusedField`, updated on every change. */
export function useLastFocusedField(): InsertTarget | null {
  return useSyncExternalStore(subscribe, lastFocusedField, () => null);
}
