import { Outgrown } from '../../core/references/reference-budget';
import type { Forecast } from '../../core/replay/forecast';
import { AppError } from '../../platform/errors';
import { parseExact } from '../../platform/text/exact-number';
import { isolatedPool } from '../runs/isolated/isolated-pool';
import { ProcessLost } from '../runs/isolated/isolated-process';
import type { ReplayTask } from '../runs/isolated/protocol';
import { MOST_BYTES, type RecordedSize } from '../runs/recorded/read-recorded';
import { tooLarge } from './replay-stored';
import type { Replay } from './schema';

/**
 * Runs a replay that would block the event loop in a process of its own, which reads the log itself.
 * Authorise it first. @throws AppError not_found, payload_too_large, request_timeout, unavailable
 */
export const runIsolatedReplay = (
  size: RecordedSize,
  asked: AskedReplay,
  signal: AbortSignal,
): Promise<Replay> => inProcess(size, { ...asked, wants: 'replay' }, signal);

/** Does the same for a forecast. @throws as `runIsolatedReplay` */
export const runIsolatedForecast = (
  size: RecordedSize,
  asked: AskedReplay,
  signal: AbortSignal,
): Promise<Forecast> => inProcess(size, { ...asked, wants: 'forecast' }, signal);

type AskedReplay = Pick<ReplayTask, 'logId' | 'version'>;

async function inProcess<Answer extends Replay | Forecast>(
  { bytes, workspaceId }: RecordedSize,
  asked: Omit<ReplayTask, 'kind' | 'workspaceId'>,
  signal: AbortSignal,
): Promise<Answer> {
  if (bytes > MOST_BYTES) throw tooLarge();
  try {
    const json = await isolatedPool().run({ kind: 'replay', workspaceId, ...asked }, 0, { signal });
    return parseExact(Buffer.from(json).toString()) as Answer;
  } catch (error) {
    if (!(error instanceof ProcessLost)) throw error;
    throw error.reason === 'out-of-memory'
      ? new AppError('payload_too_large', 'The values of this run take more memory than a replay may use.')
      : new AppError('unavailable', 'The process that replayed this run ended early. Try again.');
  }
}

/** Retries a replay elsewhere if small values have produced large ones. */
export async function isolateIfOutgrown<Answer>(
  here: () => Promise<Answer>,
  elsewhere: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await here();
  } catch (error) {
    if (error instanceof Outgrown) return elsewhere();
    throw error;
  }
}
