import type { RunEffects, StepEffects } from '../../../core/engine/run-effect';
import { logger } from '../../../platform/logging/logger';
import { readSnapshot } from '../compiled/runnable-workflow';
import { keptEffects } from '../recording/completion-of';
import type { ExecutionRow } from '../shapes/execution-row';
import { readEffects } from './read-journal';

/**
 * Returns what a run had written to other servers that something other than its blocks ended, from its journal;
 * undefined if that is nothing, or none of it is kept. A request that was under way is not in it, unless its block
 * had noted it.
 */
export async function effectsOfLost(
  row: ExecutionRow,
  read: () => Promise<StepEffects | undefined> = () => readEffects(row.executionId),
): Promise<RunEffects | undefined> {
  try {
    const isAsked = await asksForEffects(row);
    if (keptEffects(row, { list: [], more: 0, isAsked }) === undefined) return undefined;
    const effects = await read();
    return effects && { ...effects, isAsked };
  } catch (error) {
    // The end of a run is recorded whatever its journal holds.
    const { executionId } = row;
    logger('runs').error('what a lost run had written could not be read', { executionId, error });
    return undefined;
  }
}

async function asksForEffects({ workflowId, snapshotHash }: ExecutionRow): Promise<boolean> {
  const { settings } = await readSnapshot(workflowId, snapshotHash);
  return settings?.keepEffects === true;
}
