'use client';

import { useMemo, useState } from 'react';
import { keepInStorage } from './keep-in-storage';

/** How large a panel may be, in pixels, and where this browser keeps what somebody made of it. */
export interface SizeRule {
  /** Its name among the sizes that are kept. */
  name: string;
  least: number;
  /** Of the window as it is now. */
  most: () => number;
  /** Until somebody changes it. */
  first: () => number;
}

export interface KeptSize {
  px: number;
  least: number;
  most: number;
  resize: (px: number) => void;
  /** Back to what it was at first. */
  reset: () => void;
}

const SIZE = 'the size of the panel';

const keyOf = ({ name }: SizeRule) => `millrace:size:${name}`;

const bounded = ({ least, most }: SizeRule, px: number) =>
  Math.round(Math.max(Math.min(px, most()), Math.min(least, most())));

/** The size kept under this rule; the first one where none is, or what is kept is no size. */
export function readSize(storage: Pick<Storage, 'getItem'>, rule: SizeRule): number {
  const kept = Number(storage.getItem(keyOf(rule)) ?? Number.NaN);
  return bounded(rule, Number.isFinite(kept) ? kept : rule.first());
}

/** The size of a panel as the person left it in this browser. `rule`: one object, made outside. */
export function useKeptSize(rule: SizeRule): KeptSize {
  const [px, setPx] = useState(() => readSize(localStorage, rule));
  return useMemo(
    () => ({
      px,
      least: rule.least,
      most: Math.round(rule.most()),
      resize: (wanted) => {
        const next = bounded(rule, wanted);
        setPx(next);
        keepInStorage(localStorage, keyOf(rule), String(next), SIZE);
      },
      reset: () => {
        setPx(bounded(rule, rule.first()));
        keepInStorage(localStorage, keyOf(rule), null, SIZE);
      },
    }),
    [px, rule],
  );
}
