import { writeJson } from '../../platform/text/json-text';
import type { ReplayTask } from '../runs/isolated/protocol';
import { MOST_BYTES } from './read-recorded';
import { replayFromLog } from './replay-stored';

/** @returns JSON of the `Replay`, in UTF-8 @throws AppError not_found, payload_too_large, request_timeout */
export async function replayInProcess(
  { logId, version }: ReplayTask,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const setting = { mostBytes: MOST_BYTES, isOnTheEventLoop: false };
  const replay = await replayFromLog({ logId, version }, signal, setting);
  return new TextEncoder().encode(writeJson(replay));
}
