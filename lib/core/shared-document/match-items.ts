import { sameJson } from '../workflow/same-json';
import { commonItems } from './common-items';

/**
 * Returns the index in `before` of each item of `after`, in ascending order; -1: none. Equal items are
 * matched first; between those, a changed item is the one at its place.
 */
export function matchItems(before: readonly unknown[], after: readonly unknown[]): number[] {
  const matches = after.map(() => -1);
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && sameJson(before[start], after[start])) matches[start] = start++;
  let end = 0;
  while (end < most - start && sameJson(before[before.length - 1 - end], after[after.length - 1 - end])) {
    end += 1;
    matches[after.length - end] = before.length - end;
  }
  const left = before.slice(start, before.length - end);
  const right = after.slice(start, after.length - end);
  let [fromLeft, fromRight] = [0, 0];
  for (const [inLeft, inRight] of [
    ...commonItems(left, right, sameJson),
    [left.length, right.length] as const,
  ]) {
    for (; fromLeft < inLeft && fromRight < inRight; fromLeft += 1, fromRight += 1)
      matches[start + fromRight] = start + fromLeft;
    if (inLeft < left.length) matches[start + inRight] = start + inLeft;
    [fromLeft, fromRight] = [inLeft + 1, inRight + 1];
  }
  return matches;
}
