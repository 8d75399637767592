import type { Room } from '../../../platform/http/answer-room';
import { pool } from '../../../platform/postgres/db';
import type { Actor } from '../../access/actor';
import { LARGE_BYTES } from '../isolated/large-values';
import { readSpans } from '../journal/read-journal';
import type { ExecutionTrace } from '../schema';
import { getPlacedExecution } from './get-execution';

const READ_SIZE = `
SELECT coalesce(sum(octet_length(entry)), 0)::float8 AS bytes FROM runtime.execution_step
WHERE execution_id = $1`;

/**
 * Returns the blocks that have ended of an execution under way, from its journal; secrets are masked.
 * @throws AppError not_found, the same for an unknown execution and another workspace's
 */
export async function getExecutionTrace(
  actor: Actor,
  executionId: string,
  room: Room,
): Promise<{ data: ExecutionTrace }> {
  const { logId } = await getPlacedExecution(actor, executionId, 'watcher', room);
  if (logId !== null) return { data: { traceSpans: [], isShown: false, logId } };
  const { rows } = await pool().query<{ bytes: number }>(READ_SIZE, [executionId]);
  // More than that is not read on the event loop.
  const isShown = (rows[0]?.bytes ?? 0) < LARGE_BYTES;
  return { data: { traceSpans: isShown ? await readSpans(executionId) : [], isShown, logId: null } };
}
