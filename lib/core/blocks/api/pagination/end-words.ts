import { ExactNumber } from '../../../../platform/text/exact-number';

/** Texts that servers write where there is nothing, each in small letters. */
const NOTHING: ReadonlySet<string> = new Set(['', '0', '-1', 'false', 'null', 'none', 'nil', 'undefined']);
const NO: ReadonlySet<string> = new Set([...NOTHING, 'no', 'n', 'f', 'off']);

/** Whether a cursor or link says that there is no next page. */
export function isOver(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === -1) return true;
  if (value instanceof ExactNumber) return false;
  return typeof value === 'string' && NOTHING.has(value.trim().toLowerCase());
}

/** Whether an answer to "are there more?" is no. */
export const isNo = (value: unknown): boolean =>
  isOver(value) || (typeof value === 'string' && NO.has(value.trim().toLowerCase()));
