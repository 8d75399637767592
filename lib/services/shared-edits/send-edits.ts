import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { createLocalWindows } from '../limits/local-windows';
import { inShared } from './open-shared';
import type { SharedState } from './schema';

export interface SendEdits {
  id: string;
  epoch: string;
  updates: readonly string[];
}

/** An editor waits for the response, and at least 100 ms, before it sends again. */
const MAX_A_SECOND = 60;
const sent = createLocalWindows(1_000);

/**
 * Applies a client's edits, unless the workflow could then not be saved. Known updates change nothing.
 * @throws AppError not_found, forbidden, invalid_request, payload_too_large, quota_exceeded, rate_limited,
 * unavailable; conflict: the document was recreated, or earlier updates are missing
 */
export async function sendEdits(
  actor: Actor,
  { id, epoch, updates }: SendEdits,
): Promise<{ data: SharedState }> {
  if (sent.take(`${actor.userId} ${id}`).place > MAX_A_SECOND)
    throw new AppError('rate_limited', 'Too many edits in one second.', { headers: { 'retry-after': '1' } });
  const bytes = updates.map((update) => new Uint8Array(Buffer.from(update, 'base64')));
  return { data: await inShared(actor, id, { epoch, updates: bytes }) };
}
