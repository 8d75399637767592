import { writeJson } from '../../platform/text/json-text';
import type { ReplayTask } from '../runs/isolated/protocol';
import { MOST_BYTES } from '../runs/recorded/read-recorded';
import { forecastFromLog } from './forecast-stored';
import { replayFromLog } from './replay-stored';

/** @returns JSON of the `Replay` or `Forecast`, in UTF-8 @throws AppError not_found, payload_too_large, request_timeout */
export async function replayInProcess(
  { logId, version, wants }: ReplayTask,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const setting = { mostBytes: MOST_BYTES, isOnTheEventLoop: false };
  const read = wants === 'replay' ? replayFromLog : forecastFromLog;
  return new TextEncoder().encode(writeJson(await read({ logId, version }, signal, setting)));
}
