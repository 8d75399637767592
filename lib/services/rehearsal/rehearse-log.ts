import { AppError } from '../../platform/errors';
import { processSingleton } from '../../platform/process-singleton';
import { parseExact } from '../../platform/text/exact-number';
import { type Actor, requireRole } from '../access/actor';
import { findLog } from '../logs/get-log';
import { logNotFound, tooLarge } from '../replay/replay-stored';
import { requireLogsToo } from '../run-tests/require-logs-too';
import { isolatedPool } from '../runs/isolated/isolated-pool';
import { ProcessLost } from '../runs/isolated/isolated-process';
import { MOST_BYTES, recordedSizes } from '../runs/recorded/read-recorded';
import type { AskedRehearsal } from './planned-rehearsal';
import type { Rehearsal } from './schema';

const busy = (): Set<string> => processSingleton('rehearsing-workspaces', () => new Set());

/**
 * Replays a past run with a fault at each of its requests, in a process of its own. Sends and logs nothing.
 * @throws AppError not_found, forbidden, conflict, payload_too_large, request_timeout, unavailable
 */
export async function rehearseLog(
  actor: Actor,
  { id, ...asked }: AskedRehearsal & { id: string },
  signal: AbortSignal,
): Promise<{ data: Rehearsal }> {
  requireLogsToo(actor);
  // Checks the actor's access.
  const log = await findLog(actor, id);
  const size = (await recordedSizes([log.id])).get(log.id);
  if (size === undefined) throw logNotFound();
  const { workspaceId, bytes } = size;
  requireRole(actor, workspaceId, 'reader');
  if (bytes > MOST_BYTES) throw tooLarge();
  if (busy().has(workspaceId))
    throw new AppError(
      'conflict',
      'A run of this workspace is being rehearsed already. Wait until that ends.',
    );
  busy().add(workspaceId);
  try {
    const task = { kind: 'rehearse', workspaceId, logId: log.id, ...asked } as const;
    const json = await isolatedPool().run(task, 0, { signal });
    return { data: parseExact(Buffer.from(json).toString()) as Rehearsal };
  } catch (error) {
    if (!(error instanceof ProcessLost)) throw error;
    throw error.reason === 'out-of-memory'
      ? new AppError('payload_too_large', 'The values of this run take more memory than a rehearsal may use.')
      : new AppError('unavailable', 'The process that rehearsed this run ended early. Try again.');
  } finally {
    busy().delete(workspaceId);
  }
}
