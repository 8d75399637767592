import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import type { RunnableWorkflow } from '../compiled/runnable-workflow';
import { isolatedPool } from '../isolated/isolated-pool';
import { LargeInput, type RunInput } from '../isolated/large-input';
import type { ExecutionRow } from '../shapes/execution-row';
import type { PlaceInLine, StartTiming } from '../shapes/place-in-line';
import { limitsRuns, type RunLimits } from '../shapes/run-limits';
import { keyQuestion, NO_KEY, readStartKey } from '../turns/start-key';

interface PlacedStart {
  workflow: Pick<RunnableWorkflow, 'limits' | 'compiled'>;
  trigger: ExecutionRow['trigger'];
  entryBlock?: string | undefined;
  timing?: StartTiming | null;
}

/** Returns the limits that such a start is under: people who try a workflow in the editor are not. */
export const limitsOf = ({
  workflow,
  trigger,
}: Pick<PlacedStart, 'workflow' | 'trigger'>): RunLimits | null =>
  trigger === 'manual' ? null : workflow.limits;

/**
 * Returns where a start stands; null if it may begin at once, as all starts of a workflow without limits do.
 * @throws AppError invalid_request for a key that is none
 */
export async function placeOf(start: PlacedStart, input: RunInput): Promise<PlaceInLine | null> {
  const { timing = null } = start;
  const limits = limitsOf(start);
  if (limits === null && timing === null) return null;
  const isDelayed = timing !== null && timing.startAtMs !== null;
  const waits = limits !== null && limitsRuns(limits);
  return {
    state: isDelayed ? QUEUE_STATE.is.delayed : waits ? QUEUE_STATE.is.waiting : null,
    key: limits === null ? NO_KEY : await keyOf(start, limits, input),
    startAtMs: timing?.startAtMs ?? null,
    expiresAtMs: timing?.expiresAtMs ?? null,
    priority: timing?.priority ?? 0,
  };
}

async function keyOf(
  { workflow, entryBlock }: PlacedStart,
  { key }: RunLimits,
  input: RunInput,
): Promise<string> {
  if (key === null) return NO_KEY;
  const question = keyQuestion(key, workflow.compiled, entryBlock);
  if (!(input instanceof LargeInput)) return readStartKey(question, input);
  const { json } = input;
  return isolatedPool().runInBodyProcess({ kind: 'startKey', question, input: json }, json.length);
}
