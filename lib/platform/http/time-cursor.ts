import { AppError } from '../errors';
import { HIGHEST_ID, isId } from '../ids';

/** The place of a row in a list that begins with the newest; rows after it are older. */
export interface TimePlace {
  at: Date | 'infinity';
  id: string;
}

const BEGINNING: TimePlace = { at: 'infinity', id: HIGHEST_ID };

/** Returns the cursor behind a row. It names the row and authorises nothing, so it needs no seal. */
export const timeCursor = (at: Date, id: string): string => `${at.getTime()}.${id}`;

/** Returns the place that a cursor names; without one the beginning. @throws AppError cursor_invalid */
export function readTimeCursor(cursor: string | undefined): TimePlace {
  if (cursor === undefined) return BEGINNING;
  const [ms = '', id = ''] = cursor.split('.');
  if (/^\d{1,15}$/.test(ms) && isId(id)) return { at: new Date(Number(ms)), id };
  throw new AppError(
    'cursor_invalid',
    'This cursor was not issued by this server. Start again without a cursor.',
    { issues: [{ param: 'cursor', code: 'cursor_invalid', message: 'Pass nextCursor as it was given.' }] },
  );
}

/**
 * Splits rows of which one more was read than the page has.
 * @returns the page, and the cursor behind it; null at the list's end
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : cursorOf(last) };
}
