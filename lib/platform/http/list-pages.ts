import { createHash } from 'node:crypto';
import { AppError } from '../errors';
import { MAX_PAGE } from './page-params';

const FINGERPRINT_CHARACTERS = 10;

export interface AskedPage {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ListOrder<Row> {
  /** Returns the text by which rows are in order: unique in the list, and the same as long as the row exists. */
  keyOf(row: Row): string;
  /** True if the highest key comes first, as for ids, which grow with time. */
  highestFirst: boolean;
}

/**
 * Cuts a page out of a list that is known whole; its size is limited elsewhere. A cursor names the row before
 * the page by its key, so rows that come and go between two pages neither repeat others nor hide them.
 *
 * @param about what the list is of, with its filters: a cursor of another list is refused
 * @returns the rows unchanged, without `nextCursor`, if neither a limit nor a cursor is given
 * @throws AppError cursor_invalid, cursor_filter_mismatch
 */
export function cutPage<Row>(
  rows: readonly Row[],
  { limit, cursor }: AskedPage,
  { keyOf, highestFirst }: ListOrder<Row>,
  about: unknown,
): { data: Row[]; nextCursor?: string | null } {
  if (limit === undefined && cursor === undefined) return { data: [...rows] };
  const print = fingerprintOf(about);
  const behind = cursor === undefined || cursor === '' ? null : keyIn(cursor, print);
  const comesBefore = (one: string, other: string) => (highestFirst ? one > other : one < other);
  const keyed = rows
    .map((row) => ({ row, key: keyOf(row) }))
    .filter(({ key }) => behind === null || comesBefore(behind, key))
    .sort((a, b) => (a.key === b.key ? 0 : comesBefore(a.key, b.key) ? -1 : 1));
  const page = keyed.slice(0, limit ?? MAX_PAGE);
  const last = page.length < keyed.length ? page.at(-1) : undefined;
  return {
    data: page.map(({ row }) => row),
    nextCursor: last === undefined ? null : `${print}.${Buffer.from(last.key).toString('base64url')}`,
  };
}

const fingerprintOf = (about: unknown): string =>
  createHash('sha256').update(JSON.stringify(about)).digest('base64url').slice(0, FINGERPRINT_CHARACTERS);

function keyIn(cursor: string, print: string): string {
  const [, before = '', key = ''] = /^([\w-]{10})\.([\w-]+)$/.exec(cursor) ?? [];
  if (key === '')
    throw refusal(
      'cursor_invalid',
      'This cursor was not issued by this server. Start again without a cursor.',
    );
  if (before !== print)
    throw refusal(
      'cursor_filter_mismatch',
      'This cursor belongs to another list or other filters. Start again without a cursor.',
    );
  return Buffer.from(key, 'base64url').toString();
}

function refusal(code: 'cursor_invalid' | 'cursor_filter_mismatch', detail: string): AppError {
  const message = 'Pass nextCursor as it was given, with the same parameters.';
  return new AppError(code, detail, { issues: [{ param: 'cursor', code, message }] });
}
