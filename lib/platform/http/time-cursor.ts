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
  throw notIssued();
}

/** The same for times that the database wrote, which have microseconds: as text, null at the beginning. */
interface ExactPlace {
  micros: string | null;
  id: string;
}

/** Reads the cursor `<microseconds since 1970>.<id>` of an `exactCursor`. @throws AppError cursor_invalid */
export function readExactCursor(cursor: string | undefined): ExactPlace {
  if (cursor === undefined) return { micros: null, id: HIGHEST_ID };
  const [micros = '', id = ''] = cursor.split('.');
  if (/^\d{1,18}$/.test(micros) && isId(id)) return { micros, id };
  throw notIssued();
}

export const exactCursor = (micros: string, id: string): string => `${micros}.${id}`;

/** Returns the expression of a time's microseconds, for `exactCursor`. */
export const microsOf = (column: string): string => `(extract(epoch FROM ${column}) * 1000000)::bigint::text`;

/** Returns the condition of rows behind a place whose members are these parameters. */
export const behindPlace = (at: string, id: string, micros: string, idParameter: string): string =>
  `(${micros}::bigint IS NULL OR
  (${at}, ${id}) < ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${idParameter}::uuid))`;

/** The error of a cursor that is none of ours. */
export const notIssued = (): AppError =>
  new AppError('cursor_invalid', 'This cursor was not issued by this server. Start again without a cursor.', {
    issues: [{ param: 'cursor', code: 'cursor_invalid', message: 'Pass nextCursor as it was given.' }],
  });

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
