import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { isolatedPool } from '../isolated/isolated-pool';
import { LargeInput, type RunInput } from '../isolated/large-input';
import { runRecorder } from '../recording/run-recorder';
import { claimedHere } from '../recording/running-executions';
import type { ExecutionRow, RunIds } from '../shapes/execution-row';
import type { IdempotencyKey, OnceKey } from '../shapes/requested-run';
import type { RunLimits } from '../shapes/run-limits';
import { acceptInLine, takesLock } from '../turns/accept-in-line';
import { startClaimed } from './idempotency-key';
import { limitsOf } from './place-of-start';
import { startInTurn } from './start-in-turn';
import type { AdmittedRun, StartRequest } from './start-request';

/** An admitted start as it is stored: the caller takes it on, or it is left to the queue. */
export type StoredStart =
  | { kind: 'running'; begun: Pick<AdmittedRun, 'hasRow' | 'inLineMs'> }
  | { kind: 'queued'; row: RunIds };

interface NewStart {
  row: ExecutionRow;
  input: RunInput;
}

/**
 * Stores an admitted start where it is safe. One whose caller waits needs no row, unless it has a key or its
 * workflow limits how many run at once. @returns null when another call had taken the key over
 * @throws AppError rate_limited, conflict, unavailable
 */
export async function storeStart(
  request: StartRequest,
  { row, input }: NewStart,
  once: OnceKey | null,
): Promise<StoredStart | null> {
  const limits = limitsOf(request);
  if (row.mode === 'sync') {
    if (row.place?.state === QUEUE_STATE.is.waiting && limits !== null)
      return storeInTurn(request, { row, input, limits, key: keyOf(once) });
    if (once !== null && !(await storeHere(once, row, input))) return null;
    return { kind: 'running', begun: once === null ? {} : { hasRow: true } };
  }
  if (limits !== null && mustBeDecided(row, limits)) {
    const stored = await acceptHere({ row, input }, limits, keyOf(once));
    return stored === null ? null : { kind: 'queued', row: stored };
  }
  if (once !== null) return (await storeHere(once, row, input)) ? { kind: 'queued', row } : null;
  await acceptExecution(row, input);
  return { kind: 'queued', row };
}

/** A start with a time of its own is not joined with others, and meets the limit when its time has come. */
export const mustBeDecided = ({ place }: ExecutionRow, limits: RunLimits): boolean =>
  place?.state !== QUEUE_STATE.is.delayed && takesLock(limits);

const keyOf = (once: OnceKey | null): IdempotencyKey | null => {
  if (once === null) return null;
  const { signal: _, ...key } = once;
  return key;
};

async function storeInTurn(
  { whenHeld, turnWithinMs }: StartRequest,
  start: NewStart & { limits: RunLimits; key: IdempotencyKey | null },
): Promise<StoredStart | null> {
  const sinceMs = performance.now();
  const mayQueue = whenHeld !== undefined;
  const stored = await startInTurn({ ...start, mayQueue, withinMs: turnWithinMs });
  if (stored === null) return null;
  if (stored === 'queued') return { kind: 'queued', row: start.row };
  return { kind: 'running', begun: { hasRow: true, inLineMs: performance.now() - sinceMs } };
}

/** @returns the run that it became; null when another call had taken the key over */
async function acceptHere(
  { row, input }: NewStart,
  limits: RunLimits,
  key: IdempotencyKey | null,
): Promise<RunIds | null> {
  if (!(input instanceof LargeInput)) return (await acceptInLine([row], limits, key))?.[0] ?? null;
  const { json } = input;
  const task = { kind: 'accept', row, input: json, key, limits } as const;
  return (await isolatedPool().runInBodyProcess(task, json.length)) ? row : null;
}

/** Settles once the queued execution is safe on disk. */
async function acceptExecution(row: ExecutionRow, input: RunInput): Promise<void> {
  if (input instanceof LargeInput)
    await isolatedPool().runInBodyProcess(
      { kind: 'accept', row, input: input.json, key: null, limits: null },
      input.json.length,
    );
  else await runRecorder().accept(row);
}

/**
 * Until it runs it is listed as this process's, however late the database's answer comes: otherwise it would
 * be taken for a lost one.
 */
async function storeHere(
  { signal: _, ...key }: OnceKey,
  row: ExecutionRow,
  input: RunInput,
): Promise<boolean> {
  claimedHere().add(row.executionId);
  try {
    if (!(input instanceof LargeInput)) return await startClaimed(key, [row]);
    // Nobody reads the stored input of a run that its caller waits for.
    if (row.mode === 'sync') return await startClaimed(key, [{ ...row, input: '{}' }]);
    return await isolatedPool().runInBodyProcess(
      { kind: 'accept', row, input: input.json, key, limits: null },
      input.json.length,
    );
  } finally {
    claimedHere().delete(row.executionId);
  }
}
