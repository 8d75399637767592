import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors';

const VERSION = 1;
const MAC_BYTES = 12;

/** Where a walk over the logs stands. It covers the feed numbers above `after` up to `upTo`; see `listLogs`. */
export interface CursorState {
  after: number;
  upTo: number;
  /** The last row given, or null at the start of a walk. */
  last: { startedAtMs: number; id: string } | null;
}

/** What a cursor is bound to: it must be the same in the whole walk. */
export type CursorBinding = Record<string, unknown>;

/** Opaque, versioned, tamper-evident; it never authorises anything. */
export function encodeCursor(state: CursorState, binding: CursorBinding, secret: string): string {
  const payload = Buffer.from(
    JSON.stringify([
      VERSION,
      state.after,
      state.upTo,
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
  const [version, after, upTo, startedAtMs, id] = JSON.parse(body.toString('utf8', MAC_BYTES));
  if (version !== VERSION) throw invalid();
  if (!body.subarray(0, MAC_BYTES).equals(fingerprint(binding)))
    throw new AppError(
      'cursor_filter_mismatch',
      'This cursor belongs to another workspace, order or set of filters. Send those of its first page, or start without a cursor.',
      { issues: [{ param: 'cursor', code: 'cursor_filter_mismatch', message: 'Made with other filters.' }] },
    );
  return { after, upTo, last: id === null ? null : { startedAtMs, id } };
}

function invalid(): AppError {
  return new AppError('cursor_invalid', 'This cursor is not one of ours. Start again without a cursor.', {
    issues: [
      {
        param: 'cursor',
        code: 'cursor_invalid',
        message: 'Pass nextCursor or resumeCursor as it was given.',
      },
    ],
  });
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
