import { Outgrown } from '../../core/references/reference-budget';
import { AppError } from '../../platform/errors';
import { parseExact } from '../../platform/text/exact-number';
import { isolatedPool } from '../runs/isolated/isolated-pool';
import { ProcessLost } from '../runs/isolated/isolated-process';
import type { ReplayTask } from '../runs/isolated/protocol';
import { MOST_BYTES, type RecordedSize } from './read-recorded';
import { tooLarge } from './replay-stored';
import type { Replay } from './schema';

/**
 * Runs a replay that would block the event loop in a process of its own, which reads the log itself.
 * Authorise it first. @throws AppError not_found, payload_too_large, request_timeout, unavailable
 */
export async function runIsolatedReplay(
  { bytes, workspaceId }: RecordedSize,
  asked: Pick<ReplayTask, 'logId' | 'version'>,
  signal: AbortSignal,
): Promise<Replay> {
  if (bytes > MOST_BYTES) throw tooLarge();
  try {
    const json = await isolatedPool().run({ kind: 'replay', workspaceId, ...asked }, 0, { signal });
    return parseExact(Buffer.from(json).toString()) as Replay;
  } catch (error) {
    if (!(error instanceof ProcessLost)) throw error;
    throw error.reason === 'out-of-memory'
      ? new AppError('payload_too_large', 'The values of this run take more memory than a replay may use.')
      : new AppError('unavailable', 'The process that replayed this run ended early. Try again.');
  }
}

/** Retries a replay elsewhere if small values have produced large ones. */
export async function isolateIfOutgrown(
  here: () => Promise<Replay>,
  elsewhere: () => Promise<Replay>,
): Promise<Replay> {
  try {
    return await here();
  } catch (error) {
    if (error instanceof Outgrown) return elsewhere();
    throw error;
  }
}
