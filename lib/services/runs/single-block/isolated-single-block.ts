import { AppError } from '../../../platform/errors';
import { type Reply, replyBytes } from '../../../platform/http/reply';
import { parseExact } from '../../../platform/text/exact-number';
import type { TransferredRun } from '../execution/run-transfer';
import { isolatedPool } from '../isolated/isolated-pool';
import { ProcessLost } from '../isolated/isolated-process';
import { LargeInput } from '../isolated/large-input';
import { isLargeJson } from '../isolated/large-values';
import type { SingleBlockTask } from '../isolated/protocol';
import type { BlockContext } from '../shapes/block-context';
import type { LargeBody } from './single-block';

const NOT_STORED = { 'cache-control': 'private, no-store' };

interface LargeAlone {
  verb: SingleBlockTask['verb'];
  found: BlockContext;
  body: LargeBody;
  signal: AbortSignal;
  /** The state of a block that had sent its requests in this process. */
  handedOver?: TransferredRun;
}

/** Runs or previews one block in a process of its own. @throws AppError not_found, unavailable */
export async function runSingleBlockIsolated({
  verb,
  found,
  body,
  signal,
  handedOver,
}: LargeAlone): Promise<Reply> {
  const bytes = body.bytes + (handedOver?.bytes ?? 0);
  isolatedPool().requireRoomFor(bytes);
  const task: SingleBlockTask = {
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
export async function readLargeSingleBlock(text: string): Promise<unknown> {
  const json = await isolatedPool().runInBodyProcess({ kind: 'check', of: 'alone', text }, text.length);
  return isLargeJson(json) ? new LargeInput(json) : parseExact(Buffer.from(json).toString());
}
