import { ExactNumber } from '../../../../platform/text/exact-number';

/** Lowercase texts that servers write for nothing. */
const NOTHING: ReadonlySet<string> = new Set(['', '0', '-1', 'false', 'null', 'none', 'nil', 'undefined']);
const NO: ReadonlySet<string> = new Set([...NOTHING, 'no', 'n', 'f', 'off']);

/** True if a cursor or link means that there is no next page. */
export function isOver(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === -1) return true;
  if (value instanceof ExactNumber) return false;
  return typeof value === 'string' && NOTHING.has(value.trim().toLowerCase());
}

/** True if a "has more" value means that there are no more pages. */
export const isNo = (value: unknown): boolean =>
  isOver(value) || (typeof value === 'string' && NO.has(value.trim().toLowerCase()));
