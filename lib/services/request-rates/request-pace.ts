import type { RequestPace } from '../../platform/outbound-http/contract';
import { processSingleton } from '../../platform/process-singleton';
import { type Rate, RequestLine } from './request-line';

const MAX_IDLE_LINES = 1_000;

const lines = () => processSingleton('request-lines', () => new Map<string, RequestLine>());

/**
 * Keeps a workspace's requests to each server within a rate, over all blocks, runs and processes with one
 * (docs/decisions/request-rates.md).
 */
export const requestPace =
  (workspaceId: string) =>
  (rate: Rate): RequestPace => ({
    turn: (origin, wait) => lineOf(workspaceId, origin).turn(rate, wait),
    holdBack: (origin, ms) => lineOf(workspaceId, origin).holdBack(ms),
  });

function lineOf(workspaceId: string, origin: string): RequestLine {
  const known = lines();
  const key = `${workspaceId} ${origin}`;
  const found = known.get(key) ?? new RequestLine({ workspaceId, origin });
  if (!known.has(key) && known.size >= MAX_IDLE_LINES)
    for (const [name, line] of known) if (line.isIdle) known.delete(name);
  known.set(key, found);
  return found;
}
