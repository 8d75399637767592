import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../platform/errors';
import type { Position } from './log-scan';

const VERSION = 2;
const MAC_BYTES = 12;

/** The position of a walk over the logs; see `listLogs`. */
export interface CursorState {
  /** Generation of the database that issued the numbers: after a restore they refer to other rows. */
  generation: string;
  /** The walk covers the feed numbers above this (null: all) … */
  after: number | null;
  /** … up to this, sorted; then the next ones … */
  upTo: number;
  /** … until here. In a walk that will begin above `after` all three are equal. */
  target: number;
  /** The last row returned, or null at the start. */
  last: Position | null;
}

/** The parameters a cursor is bound to: they must stay the same for the whole walk. */
export type CursorBinding = Record<string, unknown>;

/** Encodes a cursor: opaque, versioned and tamper-evident; it never authorises anything. */
export function encodeCursor(state: CursorState, binding: CursorBinding, secret: string): string {
  const payload = Buffer.from(
    JSON.stringify([
      VERSION,
      state.generation,
      state.after,
      state.upTo,
      state.target,
      state.last?.startedAtMs ?? null,
      state.last?.id ?? null,
    ]),
  );
  const body = Buffer.concat([fingerprint(binding), payload]);
  return Buffer.concat([mac(body, secret), body]).toString('base64url');
}

/** @throws AppError cursor_invalid, cursor_filter_mismatch */
export function decodeCursor(text: string, binding: CursorBinding, secret: string): CursorState {
  const bytes = /^[\w-]{1,600}$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0);
  if (bytes.length <= 2 * MAC_BYTES) throw invalid();
  const body = bytes.subarray(MAC_BYTES);
  if (!timingSafeEqual(mac(body, secret), bytes.subarray(0, MAC_BYTES))) throw invalid();
  const [version, ...parts] = JSON.parse(body.toString('utf8', MAC_BYTES));
  if (version !== VERSION) throw invalid();
  if (!body.subarray(0, MAC_BYTES).equals(fingerprint(binding)))
    throw new AppError(
      'cursor_filter_mismatch',
      'This cursor belongs to another workspace, order or set of filters. Send those of its first page, ' +
        'or start without a cursor.',
      { issues: [{ param: 'cursor', code: 'cursor_filter_mismatch', message: 'Made with other filters.' }] },
    );
  const [generation, after, upTo, target, startedAtMs, id] = parts;
  return { generation, after, upTo, target, last: id === null ? null : { startedAtMs, id } };
}

/** Returns the error for a cursor whose numbers are from another database, or from before a restore. */
export function cursorExpired(): AppError {
  return new AppError(
    'cursor_expired',
    'The database was restored or replaced since this cursor was made. Start again without a cursor, ' +
      'with startDate at the last start you have.',
    {
      issues: [
        { param: 'cursor', code: 'cursor_expired', message: 'Made before the database was restored.' },
      ],
    },
  );
}

function invalid(): AppError {
  return new AppError(
    'cursor_invalid',
    'This cursor was not issued by this server. Start again without a cursor.',
    {
      issues: [
        {
          param: 'cursor',
          code: 'cursor_invalid',
          message: 'Pass nextCursor or resumeCursor as it was given.',
        },
      ],
    },
  );
}

function fingerprint(binding: CursorBinding): Buffer {
  const sorted = Object.entries(binding)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest().subarray(0, MAC_BYTES);
}

const keys = new Map<string, Buffer>();

function mac(body: Buffer, secret: string): Buffer {
  let key = keys.get(secret);
  if (key === undefined) {
    key = Buffer.from(hkdfSync('sha256', secret, '', 'millrace logs cursor', 32));
    keys.set(secret, key);
  }
  return createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES);
}
