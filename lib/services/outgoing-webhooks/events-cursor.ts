import { z } from 'zod';
import { notIssued } from '../../platform/http/time-cursor';
import type { FeedPosition } from './event-feed';

/** A position in both feeds. */
export interface EventsPosition {
  /** The cursor of the logs, which guards itself; null if completed executions are not read. */
  logs: string | null;
  feed: FeedPosition;
}

const PREFIX = 'events.';
const Digits = z.string().regex(/^[0-9]{1,18}$/);
const Position = z.strictObject({
  logs: z.string().max(4_096).nullable(),
  feed: z.strictObject({ transaction: Digits, seq: Digits }),
});

export const writeEventsCursor = (position: EventsPosition): string =>
  PREFIX + Buffer.from(JSON.stringify(position)).toString('base64url');

/** It names places and authorises nothing, so it needs no seal. @throws AppError cursor_invalid */
export function readEventsCursor(cursor: string): EventsPosition {
  const position = cursor.startsWith(PREFIX) ? jsonIn(cursor.slice(PREFIX.length)) : null;
  const parsed = Position.safeParse(position);
  if (!parsed.success) throw notIssued();
  return parsed.data;
}

function jsonIn(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString());
  } catch {
    return null;
  }
}
