import { AppError } from '../../../platform/errors';
import { type Reply, replyBytes } from '../../../platform/http/reply';
import { parseExact } from '../../../platform/text/exact-number';
import type { HandedOver } from '../execution/hand-over';
import { isolatedPool } from '../isolated/isolated-pool';
import { ProcessLost } from '../isolated/isolated-process';
import { LargeInput } from '../isolated/large-input';
import { isLargeJson } from '../isolated/large-values';
import type { AloneTask } from '../isolated/protocol';
import type { FoundBlock } from '../shapes/found-block';
import type { LargeBody } from './block-alone';

const NOT_STORED = { 'cache-control': 'private, no-store' };

interface LargeAlone {
  verb: AloneTask['verb'];
  found: FoundBlock;
  body: LargeBody;
  signal: AbortSignal;
  /** The state of a block that had sent its requests in this process. */
  handedOver?: HandedOver;
}

/** Runs or previews one block in a process of its own. @throws AppError not_found, unavailable */
export async function aloneElsewhere({ verb, found, body, signal, handedOver }: LargeAlone): Promise<Reply> {
  const bytes = body.bytes + (handedOver?.bytes ?? 0);
  isolatedPool().requireRoomFor(bytes);
  const task: AloneTask = {
    kind: 'alone',
    verb,
    found,
    body: body.json,
    requests: handedOver?.requests ?? [],
  };
  const hooks = { signal, ...(handedOver && { answers: handedOver.answers }) };
  try {
    return replyBytes(await isolatedPool().run(task, bytes, hooks), NOT_STORED);
  } catch (error) {
    if (!(error instanceof ProcessLost)) throw error;
    throw new AppError('unavailable', WHY_LOST[error.reason]);
  }
}

const WHY_LOST: Record<ProcessLost['reason'], string> = {
  'out-of-memory':
    'The values of this block took more memory than a block may use. Request less data at a time, ' +
    'for example page by page.',
  'stood-still': 'This block computed for too long without a pause. Give it less to do at a time.',
  other: 'The process that ran this block ended early. Try again.',
};

/**
 * A large body, checked off the event loop; one that is simple after all is a value as ever. @throws AppError
 * invalid_request, unavailable
 */
export async function readLargeAlone(text: string): Promise<unknown> {
  const json = await isolatedPool().atDesk({ kind: 'check', of: 'alone', text }, text.length);
  return isLargeJson(json) ? new LargeInput(json) : parseExact(Buffer.from(json).toString());
}
