import { env } from '../../platform/env';
import { logger } from '../../platform/logging/logger';
import { onChange } from '../../platform/postgres/changes';
import { databaseFault } from '../../platform/postgres/database-faults';
import { isLeaseCurrent } from '../../platform/postgres/process-lease';
import { reportDatabaseFault } from '../../platform/postgres/report-database-fault';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import { parseExact } from '../../platform/text/exact-number';
import { forgetLoop, notePass } from '../health/loop-passes';
import { readVariables } from '../variables/read-variables';
import { type ClaimedExecution, claimExecutions } from './claim-executions';
import { executeRun, type RecordedOutcome } from './execute-run';
import { runProcesses } from './processes/run-processes';
import { readJournal } from './read-journal';
import { CANCELLED, FAILED, recordEnd, recoverExecutions } from './recover-executions';
import { runLarge } from './run-large';
import { planOfSnapshot } from './runnable-workflow';
import { claimedHere, whileRunning } from './running-executions';

/** In case a NOTIFY was lost. */
const POLL_MS = 1_000;
const RECOVER_EVERY_MS = 2_000;

export interface WorkQueue {
  /**
   * Takes nothing more and waits for what runs, at most `timeoutMs`; what is left is taken over by another
   * process.
   */
  stop(timeoutMs: number): Promise<void>;
}

/** Claims queued executions and runs them until stopped; also takes over what dead processes left. */
export function startWorkQueue(): WorkQueue {
  const mostAtOnce = env().RUN_CONCURRENCY;
  const inFlight = new Set<Promise<void>>();
  let stopped = false;
  let claiming = false;
  let again = false;

  async function fill(): Promise<void> {
    again = true;
    if (claiming) return;
    claiming = true;
    try {
      while (again && !stopped && inFlight.size < mostAtOnce && isLeaseCurrent()) {
        again = false;
        const free = mostAtOnce - inFlight.size;
        const claimed = await claimExecutions(free, runProcesses().free);
        for (const one of claimed) launch(one);
        again ||= claimed.length === free;
      }
      if (!stopped) notePass('queue');
    } catch (error) {
      reportDatabaseFault('claim executions', error);
    } finally {
      claiming = false;
    }
  }

  function launch(claimed: ClaimedExecution): void {
    const { executionId } = claimed.row;
    claimedHere().add(executionId);
    const work = runClaimed(claimed)
      .catch((error) => reportDatabaseFault(`record execution ${executionId}, which will run again`, error))
      .finally(() => {
        claimedHere().delete(executionId);
        inFlight.delete(work);
        fill();
      });
    inFlight.add(work);
  }

  async function recover(): Promise<void> {
    try {
      const { requeued, interrupted } = await recoverExecutions();
      if (requeued + interrupted > 0)
        logger('runs').info('took over from a stopped process', { requeued, interrupted });
      if (requeued > 0) await fill();
    } catch (error) {
      reportDatabaseFault('look for interrupted executions', error);
    }
  }

  onChange('queue', () => void fill());
  const timers = [setInterval(fill, POLL_MS), setInterval(recover, RECOVER_EVERY_MS)];
  notePass('queue');
  recover().then(fill);

  return {
    stop: async (timeoutMs) => {
      stopped = true;
      forgetLoop('queue');
      for (const timer of timers) clearInterval(timer);
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([Promise.allSettled(inFlight), timeout]);
    },
  };
}

const patiently = <T>(read: () => Promise<T>): Promise<T> => withDatabaseRetry(read, { repeatable: true });

/**
 * Whatever goes wrong, an accepted execution ends in a log: what the database can't record now is found
 * again.
 */
async function runClaimed(claimed: ClaimedExecution): Promise<void> {
  if (claimed.cancelled) return recordEnd(claimed.row, Date.now(), CANCELLED);
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

async function resume(claimed: ClaimedExecution): Promise<void> {
  const { row, isLarge } = claimed;
  await patiently(() => readVariables(row.workspaceId)); // kept for moments, so that the run finds them
  const outcome = await (isLarge ? resumeLarge(claimed) : resumeHere(claimed));
  if (outcome === null)
    logger('runs').warn('an execution had been taken over by another process', {
      executionId: row.executionId,
    });
}

function resumeLarge({ row }: ClaimedExecution): Promise<RecordedOutcome> {
  return whileRunning(row, async ({ signal }, startedAtMs) => {
    const variables = await readVariables(row.workspaceId);
    return runLarge({ row, startedAtMs, signal, variables, hasRow: true, journal: 'stored', bytes: 0 });
  });
}

async function resumeHere({ row, begun }: ClaimedExecution): Promise<RecordedOutcome> {
  const plan = await patiently(() => planOfSnapshot(row.workflowId, row.snapshotHash));
  const restored = begun ? await patiently(() => readJournal(row.executionId)) : undefined;
  return executeRun({
    row,
    plan,
    input: parseExact(row.input) as Record<string, unknown>,
    ...(restored === undefined ? {} : { restored }),
  });
}
