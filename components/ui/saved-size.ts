'use client';

import { useMemo, useState } from 'react';
import { localStore } from './browser-storage';
import { keepInStorage } from './keep-in-storage';

/** The limits of a panel's size, in pixels, and the name under which this browser stores it. */
export interface SizeRule {
  /** Its name among the stored sizes. */
  name: string;
  least: number;
  /** Depends on the current size of the window. */
  most: () => number;
  /** The default size. */
  first: () => number;
}

export interface SavedSize {
  px: number;
  least: number;
  most: number;
  resize: (px: number) => void;
  /** Restores the default size. */
  reset: () => void;
}

const SIZE = 'the size of the panel';

const keyOf = ({ name }: SizeRule) => `millrace:size:${name}`;

const bounded = ({ least, most }: SizeRule, px: number) =>
  Math.round(Math.max(Math.min(px, most()), Math.min(least, most())));

/** Returns the size stored under this rule; the default if there is none, or if it is not a size. */
export function readSize(storage: Pick<Storage, 'getItem'>, rule: SizeRule): number {
  const kept = Number(storage.getItem(keyOf(rule)) ?? Number.NaN);
  return bounded(rule, Number.isFinite(kept) ? kept : rule.first());
}

/** Returns the panel's size as stored in this browser. `rule`: one constant object. */
export function useSavedSize(rule: SizeRule): SavedSize {
  const [px, setPx] = useState(() => readSize(localStore, rule));
  return useMemo(
    () => ({
      px,
      least: rule.least,
      most: Math.round(rule.most()),
      resize: (wanted) => {
        const next = bounded(rule, wanted);
        setPx(next);
        keepInStorage(localStore, keyOf(rule), String(next), SIZE);
      },
      reset: () => {
        setPx(bounded(rule, rule.first()));
        keepInStorage(localStore, keyOf(rule), null, SIZE);
      },
    }),
    [px, rule],
  );
}
