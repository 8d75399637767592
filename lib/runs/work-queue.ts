import { onChange } from '../changes';
import { databaseFault } from '../database-faults';
import { errorTrace } from '../error-trace';
import { forgetLoop, notePass } from '../health/loop-passes';
import { reportDatabaseFault } from '../report-database-fault';
import { readVariables } from '../variables/read-variables';
import { type ClaimedExecution, claimExecutions, readJournal } from './claim-executions';
import { executeRun } from './execute-run';
import { isLeaseCurrent } from './process-lease';
import { CANCELLED, FAILED, recordEnd, recoverExecutions } from './recover-executions';
import { planOfSnapshot } from './runnable-workflow';
import { claimedHere } from './running-executions';
import { withDatabaseRetry } from './with-database-retry';

/** Runs wait for the network most of the time, so one process holds many. */
const MAX_AT_ONCE = 64;
/** In case a NOTIFY was lost. */
const POLL_MS = 1_000;
const RECOVER_EVERY_MS = 2_000;

export interface WorkQueue {
  /** Takes nothing more and waits for what runs, at most `timeoutMs`; what is left is taken over by another process. */
  stop(timeoutMs: number): Promise<void>;
}

/** Claims queued executions and runs them until stopped; also takes over what dead processes left. */
export function startWorkQueue(): WorkQueue {
  const inFlight = new Set<Promise<void>>();
  let stopped = false;
  let claiming = false;
  let again = false;

  async function fill(): Promise<void> {
    again = true;
    if (claiming) return;
    claiming = true;
    try {
      while (again && !stopped && inFlight.size < MAX_AT_ONCE && isLeaseCurrent()) {
        again = false;
        const free = MAX_AT_ONCE - inFlight.size;
        const claimed = await claimExecutions(free);
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
        console.log(
          `[worker] took over from a stopped process: ${requeued} requeued, ${interrupted} interrupted`,
        );
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

/** Whatever goes wrong, an accepted execution ends in a log: what the database can't record now is found again. */
async function runClaimed(claimed: ClaimedExecution): Promise<void> {
  if (claimed.cancelled) return recordEnd(claimed.row, Date.now(), CANCELLED);
  try {
    await resume(claimed);
  } catch (error) {
    if (databaseFault(error) !== null) throw error;
    console.error(
      `[worker] execution ${claimed.row.executionId} failed outside its blocks:`,
      errorTrace(error),
    );
    await recordEnd(claimed.row, claimed.row.acceptedAtMs, FAILED);
  }
}

async function resume({ row, begun }: ClaimedExecution): Promise<void> {
  const plan = await patiently(() => planOfSnapshot(row.workflowId, row.snapshotHash));
  const restored = begun ? await patiently(() => readJournal(row.executionId)) : undefined;
  await patiently(() => readVariables(row.workspaceId)); // kept for moments, so that the run finds them
  const outcome = await executeRun({
    row,
    plan,
    input: JSON.parse(row.input),
    ...(restored === undefined ? {} : { restored }),
  });
  if (outcome === null)
    console.error(`[worker] execution ${row.executionId} had been taken over by another process`);
}
