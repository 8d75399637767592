import { markWork } from '../event-loop/marks';
import { reportDatabaseFault } from './report-database-fault';

/** Processes that started together should not come to the database at the same moment for ever. */
const JITTER = 0.1;

export interface MaintenanceJob {
  /** Completes "could not …" in the operator's log. */
  name: string;
  everyMs: number;
  /** Ends early, between two statements, once `signal` is aborted. */
  run(signal: AbortSignal): Promise<unknown>;
}

export interface Maintenance {
  /** Starts nothing more; settles when what runs has ended. */
  stop(): Promise<void>;
}

interface Scheduled {
  job: MaintenanceJob;
  /** By `performance.now()`; infinite while it runs. */
  dueAtMs: number;
}

/**
 * Runs each job now, and again when its period, up to a tenth longer, has passed since its end. One timer
 * wakes for whichever is due next. Jobs don't wait for each other, and none runs beside itself; one that
 * fails is reported by its name and has its turn again.
 */
export function startMaintenance(jobs: readonly MaintenanceJob[]): Maintenance {
  const stopping = new AbortController();
  const { signal } = stopping;
  const scheduled: Scheduled[] = jobs.map((job) => ({ job, dueAtMs: 0 }));
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  function runDue(): void {
    for (const one of scheduled) if (one.dueAtMs <= performance.now()) start(one);
    arm();
  }

  function start(one: Scheduled): void {
    const { job } = one;
    one.dueAtMs = Number.POSITIVE_INFINITY;
    const run = attempt(job, signal).then(() => {
      running.delete(run);
      one.dueAtMs = performance.now() + job.everyMs * (1 + JITTER * Math.random());
      arm();
    });
    running.add(run);
  }

  function arm(): void {
    clearTimeout(timer);
    const dueAtMs = Math.min(...scheduled.map((one) => one.dueAtMs));
    if (signal.aborted || dueAtMs === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(runDue, Math.max(0, Math.ceil(dueAtMs - performance.now()))).unref();
  }

  runDue();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

async function attempt({ name, run }: MaintenanceJob, signal: AbortSignal): Promise<void> {
  markWork(`job: ${name}`);
  try {
    await run(signal);
  } catch (error) {
    reportDatabaseFault(name, error);
  }
}
