import { writeJson } from '../../platform/text/json-text';
import type { ReplayTask } from '../runs/processes/protocol';
import { MOST_BYTES } from './read-recorded';
import { replayFromLog } from './replay-stored';

/** @returns JSON of the `Replay`, in UTF-8 @throws AppError not_found, payload_too_large, request_timeout */
export async function replayInProcess(
  { logId, version }: ReplayTask,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const replay = await replayFromLog({ logId, version }, signal, MOST_BYTES);
  return new TextEncoder().encode(writeJson(replay));
}
