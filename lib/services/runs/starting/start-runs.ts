import { giveWay } from '../../../platform/in-slices';
import { pool } from '../../../platform/postgres/db';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { parseExact } from '../../../platform/text/exact-number';
import { MOST_IN_A_TURN } from '../../../platform/text/slices-of-text';
import { insertExecutions } from '../recording/insert-executions';
import type { RunIds } from '../shapes/execution-row';
import type { PlaceInLine } from '../shapes/place-in-line';
import type { OnceKey } from '../shapes/requested-run';
import type { RunLimits } from '../shapes/run-limits';
import { acceptInLine } from '../turns/accept-in-line';
import { admit, requireRoom } from './admit';
import { startClaimed } from './idempotency-key';
import { limitsOf, placeOf } from './place-of-start';
import { type NewRows, startOnce } from './start-once';
import { rowOf, type StartRequest } from './start-request';
import { mustBeDecided } from './store-start';

/** A caller of a batch waits for it. */
const STORE_BATCH_WITHIN_MS = 5_000;

/** Many runs that were queued together. */
export interface StartedRuns {
  kind: 'queued' | 'repeated';
  executionIds: readonly string[];
}

/**
 * Queues one run for each input, all or none; once this returns each will reach exactly one log.
 * @param inputs JSON, none of them large
 * @throws AppError in the order of `admit`
 */
export async function startRuns(
  request: Omit<StartRequest, 'input' | 'mode'>,
  inputs: readonly string[],
): Promise<StartedRuns> {
  const { workflow, trigger, caller, once } = request;
  const mode = 'async';
  requireRoom(null);
  const limits = limitsOf(request);
  const places = await placesOf(request, inputs);
  const admitAll = () => admit({ workflow, trigger, caller, mode, count: inputs.length });
  const newRows = (): NewRows => {
    const [first, ...others] = inputs.map((input, index) =>
      rowOf({ ...request, mode }, input, places[index] ?? null),
    );
    return [first!, ...others];
  };
  if (once) {
    let ids: readonly string[] = [];
    const begun = await startOnce(once, {
      newRows,
      admit: admitAll,
      store: async (rows) => {
        const stored = await storeAll(rows, limits, once);
        ids = (stored ?? []).map(({ executionId }) => executionId);
        return stored !== null;
      },
    });
    return begun.isOwn
      ? { kind: 'queued', executionIds: ids }
      : { kind: 'repeated', executionIds: begun.claim.executionIds };
  }
  await admitAll();
  const stored = await storeAll(newRows(), limits, null);
  return { kind: 'queued', executionIds: (stored ?? []).map(({ executionId }) => executionId) };
}

/** A key that is none refuses all of them. @throws AppError invalid_request */
async function placesOf(
  request: Omit<StartRequest, 'input' | 'mode'>,
  inputs: readonly string[],
): Promise<Array<PlaceInLine | null>> {
  if (limitsOf(request) === null && !request.timing) return [];
  const places: Array<PlaceInLine | null> = [];
  let characters = 0;
  for (const input of inputs) {
    places.push(await placeOf(request, parseExact(input) as Record<string, unknown>));
    characters += input.length;
    if (characters > MOST_IN_A_TURN) {
      characters = 0;
      await giveWay();
    }
  }
  return places;
}

/** @returns the runs that they became; null when another call had taken the key over */
async function storeAll(
  rows: NewRows,
  limits: RunLimits | null,
  once: OnceKey | null,
): Promise<readonly RunIds[] | null> {
  if (limits !== null && mustBeDecided(rows[0], limits)) return acceptInLine(rows, limits, once);
  if (once !== null) return (await startClaimed(once, rows)) ? rows : null;
  // Written twice they would run twice: better refused, and sent again by the caller.
  await withDatabaseRetry(() => insertExecutions(pool(), rows, null), {
    repeatable: false,
    giveUpAfterMs: STORE_BATCH_WITHIN_MS,
  });
  return rows;
}
