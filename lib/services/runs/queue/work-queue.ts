import type { CompiledWorkflow } from '../../../core/engine/compile-workflow';
import { failedOutcome } from '../../../core/engine/failed-outcome';
import { env } from '../../../platform/env';
import { logger } from '../../../platform/logging/logger';
import { ClaimLoop } from '../../../platform/postgres/claim-loop';
import { databaseFault } from '../../../platform/postgres/database-faults';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { parseExact } from '../../../platform/text/exact-number';
import { forgetLoop, notePass } from '../../health/loop-passes';
import { tellOfStart } from '../../outgoing-webhooks/tell-of-start';
import { readRedaction } from '../../redaction/read-redaction';
import { readVariables } from '../../variables/read-variables';
import { workflowCalls } from '../calls/call-workflow';
import { compiledSnapshot } from '../compiled/runnable-workflow';
import { executeRun, markTurn } from '../execution/execute-run';
import { runLarge } from '../execution/run-large';
import { isolatedPool } from '../isolated/isolated-pool';
import type { EndTask } from '../isolated/protocol';
import { effectsOfLost } from '../journal/effects-of-lost';
import { readJournal, readSpans } from '../journal/read-journal';
import {
  CANCELLED,
  EXPIRED,
  FAILED,
  NOT_STARTED,
  recordEnd,
  recoverExecutions,
} from '../journal/recover-executions';
import { startOfRun } from '../journal/start-of-run';
import { endServerWaitsOf } from '../outages/ask-server';
import { beginTry } from '../recorded/begin-try';
import { completionOf } from '../recording/completion-of';
import { wakeDueExecutions } from '../recording/parked-runs';
import { runRecorder } from '../recording/run-recorder';
import { claimedHere, runningExecutions, whileRunning } from '../recording/running-executions';
import type { ExecutionRow } from '../shapes/execution-row';
import type { RunEnd } from '../shapes/run-end';
import { stallError } from '../shapes/stall-error';
import { stoppedWaits } from '../waits/stopped-waits';
import type { ClaimedExecution } from './claim-executions';
import { claimsByTurns } from './claim-turns';

const RECOVER_EVERY_MS = 2_000;
/** On an event loop once, then in a process of its own. */
const MOST_STANDSTILLS = 2;

const callWorkflow = workflowCalls(executeRun);

export interface WorkQueue {
  /**
   * Takes nothing more and waits for what runs, at most `timeoutMs`; what is left is taken over by another
   * process.
   */
  stop(timeoutMs: number): Promise<void>;
}

/** Claims queued executions and runs them until stopped; also takes over what dead processes left. */
export function startWorkQueue(): WorkQueue {
  notePass('queue');
  runningExecutions(); // receives cancellations from now on
  const slots = env().RUN_CONCURRENCY;
  const loop = new ClaimLoop<ClaimedExecution>({
    maxInFlight: slots,
    wakeOn: ['queue'],
    ...claimsByTurns(slots, isolatedPool()),
    claimFailed: 'claim executions',
    work: workOn,
    workFailed: ({ row }) => `record execution ${row.executionId}, which will run again`,
    recover,
    recoverFailed: 'look for interrupted executions',
    recoverEveryMs: RECOVER_EVERY_MS,
    nextDueMs: wakeDueExecutions,
    onPass: () => notePass('queue'),
  });
  return {
    stop: (timeoutMs) => {
      forgetLoop('queue');
      return loop.stop(timeoutMs);
    },
  };
}

/** @returns how many wait in the queue again */
async function recover(): Promise<number> {
  const { requeued, interrupted } = await recoverExecutions();
  if (requeued + interrupted > 0)
    logger('runs').info('took over from a stopped process', { requeued, interrupted });
  return requeued;
}

async function workOn(claimed: ClaimedExecution): Promise<void> {
  const { executionId } = claimed.row;
  claimedHere().add(executionId);
  try {
    await runClaimed(claimed);
  } finally {
    claimedHere().delete(executionId);
  }
}

const patiently = <T>(read: () => Promise<T>): Promise<T> => withDatabaseRetry(read, { repeatable: true });

/**
 * Whatever goes wrong, an accepted execution ends in a log: what the database can't record now is found
 * again.
 */
async function runClaimed(claimed: ClaimedExecution): Promise<void> {
  markTurn(claimed.row);
  if (claimed.cancelled || claimed.endReason !== null) return endCancelled(claimed);
  if (claimed.standstills >= MOST_STANDSTILLS)
    return endInBodyProcess(claimed, stallError(env().LOOP_LIMIT_SECONDS));
  try {
    await resume(claimed);
  } catch (error) {
    if (databaseFault(error) !== null) throw error;
    logger('runs').error('an execution failed outside its blocks', {
      executionId: claimed.row.executionId,
      error,
    });
    await recordEnd(claimed.row, claimed.row.acceptedAtMs, FAILED);
  }
}

/** Ends a cancelled run. It may have been parked, so that nothing else ends what it waits for. */
async function endCancelled(claimed: ClaimedExecution): Promise<void> {
  const { row, begun, endReason } = claimed;
  if (!begun) return recordEnd(row, Date.now(), whyNotStarted(endReason));
  await endBegun(claimed);
  await endServerWaitsOf(row.executionId);
}

/** Ends a cancelled run that had begun; the blocks that had run are in its log. */
async function endBegun({ row, isLarge }: ClaimedExecution): Promise<void> {
  const error = { code: 'CANCELLED', message: 'The run was cancelled.' };
  if (isLarge) return endInBodyProcess({ row }, error);
  const spans = await patiently(() => readSpans(row.executionId, (ended) => stoppedWaits(row, ended, error)));
  const startedAtMs = startOfRun(spans, Date.now());
  const outcome = failedOutcome(error, spans, await effectsOfLost(row));
  await runRecorder().complete(completionOf({ row, outcome, startedAtMs, hasRow: true }));
}

function whyNotStarted(reason: ClaimedExecution['endReason']): { code: string; message: string } {
  if (reason === null) return CANCELLED;
  return reason === 'expired' ? EXPIRED : NOT_STARTED[reason];
}

/** Ends it in the body process, so that its journal doesn't come near the event loop. */
async function endInBodyProcess(
  { row }: Pick<ClaimedExecution, 'row'>,
  error: EndTask['error'],
): Promise<void> {
  await isolatedPool().runInBodyProcess({ kind: 'end', row, startedAtMs: Date.now(), error }, 0);
}

async function resume(claimed: ClaimedExecution): Promise<void> {
  const { row, isLarge } = claimed;
  // Both are kept for moments, so that the run finds them.
  await patiently(() => Promise.all([readVariables(row), readRedaction(row)]));
  if (isLaterTry(row)) await patiently(async () => beginTry(row, await compiledOf(row)));
  const end = await (isLarge ? resumeLarge(claimed) : resumeHere(claimed));
  if (end.kind === 'taken-over')
    logger('runs').warn('an execution had been taken over by another process', {
      executionId: row.executionId,
    });
}

/** It goes on from a journal although it has not begun. */
const isLaterTry = ({ firstExecutionId }: ExecutionRow): boolean => firstExecutionId !== undefined;

const compiledOf = ({ workflowId, snapshotHash }: ExecutionRow): Promise<CompiledWorkflow> =>
  compiledSnapshot(workflowId, snapshotHash);

function resumeLarge({ row, begun, standstills }: ClaimedExecution): Promise<RunEnd> {
  return whileRunning(row, async ({ signal }, startedAtMs) => {
    const variables = await readVariables(row);
    if (!begun) await tellOfStart(row, startedAtMs);
    const isSuspect = standstills > 0;
    return runLarge({
      row,
      startedAtMs,
      signal,
      variables,
      hasRow: true,
      journal: 'stored',
      bytes: 0,
      isSuspect,
    });
  });
}

async function resumeHere({ row, begun }: ClaimedExecution): Promise<RunEnd> {
  const compiled = await patiently(() => compiledOf(row));
  const journal = begun || isLaterTry(row) ? await patiently(() => readJournal(row.executionId)) : undefined;
  return executeRun({
    row,
    compiled,
    callWorkflow,
    input: parseExact(row.input) as Record<string, unknown>,
    isContinued: begun,
    ...(journal === undefined ? {} : { restored: journal.entries, notes: journal.notes }),
  });
}
