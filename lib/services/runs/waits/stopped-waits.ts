import type { BlockError } from '../../../core/blocks/block';
import { isoTime } from '../../../core/engine/block-span';
import { containerStep, iterationOf } from '../../../core/engine/request-key';
import type { TraceSpan } from '../../../core/engine/trace-span';
import type { WorkflowDocument } from '../../../core/workflow/schema';
import { logger } from '../../../platform/logging/logger';
import { databaseFault } from '../../../platform/postgres/database-faults';
import { pool } from '../../../platform/postgres/db';
import { compiledSnapshot } from '../compiled/runnable-workflow';
import type { ExecutionRow } from '../shapes/execution-row';

const READ_OPEN = `
SELECT step, (extract(epoch FROM min(started_at)) * 1000)::float8 AS started_ms,
  bool_or(outage_id IS NOT NULL) AS is_for_server
FROM runtime.execution_wait WHERE execution_id = $1 AND answered_at IS NULL GROUP BY step`;

interface OpenRow {
  step: string;
  started_ms: number;
  /** True if it waits for its server to be available. */
  is_for_server: boolean;
}

/**
 * Spans of what a parked run waited for when it was stopped, and of the containers around that: their blocks
 * had not ended, so the journal knows nothing of them, and the time would be missing in the log.
 */
export async function stoppedWaits(
  { executionId, workflowId, snapshotHash }: ExecutionRow,
  ended: readonly TraceSpan[],
  error: BlockError,
): Promise<TraceSpan[]> {
  const { rows } = await pool().query<OpenRow>(READ_OPEN, [executionId]);
  const known = new Set(ended.map(({ id }) => id));
  const open = rows.filter(({ step }) => !known.has(step));
  if (open.length === 0) return [];
  const startsMs = new Map<string, number>();
  const note = (step: string, startMs: number): void => {
    startsMs.set(step, Math.min(startMs, startsMs.get(step) ?? startMs));
    const { iteration } = iterationOf(step);
    if (iteration !== undefined && !known.has(containerStep(iteration)))
      note(containerStep(iteration), startMs);
  };
  for (const { step, started_ms } of open) note(step, Math.round(started_ms));
  for (const { parentId, startTime } of ended)
    if (parentId !== null && !known.has(parentId)) note(parentId, Date.parse(startTime));
  const blocks = await blocksOf(workflowId, snapshotHash);
  const endMs = Date.now();
  const forServers = new Set(open.filter((row) => row.is_for_server).map(({ step }) => step));
  return [...startsMs].map(([step, startMs]) => {
    const { blockId, iteration } = iterationOf(step);
    const block = blocks[blockId];
    const index =
      iteration === undefined ? undefined : Number(iteration.slice(iteration.lastIndexOf(':') + 1));
    return {
      id: step,
      parentId: iteration === undefined ? null : containerStep(iteration),
      blockId,
      name: block?.name ?? blockId,
      type: block?.type ?? '',
      status: 'cancelled' as const,
      startTime: isoTime(startMs),
      endTime: isoTime(endMs),
      durationMs: Math.max(0, endMs - startMs),
      input: null,
      output: null,
      error: { ...error },
      children: [],
      ...(forServers.has(step) && { waited: { startTime: isoTime(startMs), endTime: isoTime(endMs) } }),
      ...(index !== undefined && { iteration: index }),
    };
  });
}

/** None where the document is gone: what is known without it is in the log all the same. */
async function blocksOf(workflowId: string, snapshotHash: string): Promise<WorkflowDocument['blocks']> {
  try {
    return (await compiledSnapshot(workflowId, snapshotHash)).document.blocks;
  } catch (error) {
    if (databaseFault(error) !== null) throw error;
    logger('runs').warn('the document of a run that was stopped could not be read', { workflowId, error });
    return {};
  }
}
