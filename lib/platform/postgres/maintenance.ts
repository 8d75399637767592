import { markWork } from '../event-loop/marks';
import { processSingleton } from '../process-singleton';
import { reportDatabaseFault } from './report-database-fault';

/** Spreads the jobs, so that processes started together don't always query the database at the same time. */
const JITTER = 0.1;

export interface MaintenanceJob {
  /** Completes "could not …" in the operator's log. */
  name: string;
  everyMs: number;
  /** Stops early, between two statements, once `signal` is aborted. */
  run(signal: AbortSignal): Promise<unknown>;
}

export interface Maintenance {
  /** Starts no more jobs; settles when the running ones have ended. */
  stop(): Promise<void>;
}

interface Scheduled {
  job: MaintenanceJob;
  /** The time of the next run by `performance.now()`; infinite while it runs. */
  dueAtMs: number;
}

/** When a job of this process last ended well, and when it last failed; null: never. */
interface MaintenanceRun {
  name: string;
  lastEndedAt: string | null;
  lastFailedAt: string | null;
}

const runs = (): Map<string, MaintenanceRun> => processSingleton('maintenance-runs', () => new Map());

/** Returns the jobs of this process, by name. */
export const maintenanceRuns = (): MaintenanceRun[] =>
  [...runs().values()].sort((one, other) => (one.name < other.name ? -1 : 1));

function noteRun(name: string, ended: Partial<MaintenanceRun>): void {
  const before = runs().get(name) ?? { name, lastEndedAt: null, lastFailedAt: null };
  runs().set(name, { ...before, ...ended });
}

/**
 * Runs each job now, and again when its period, plus up to a tenth, has passed since its end. One timer
 * wakes for the next due job. Jobs don't wait for each other, and none runs twice concurrently; one that
 * fails is reported by its name and runs again in its next turn.
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
    noteRun(name, { lastEndedAt: new Date().toISOString() });
  } catch (error) {
    noteRun(name, { lastFailedAt: new Date().toISOString() });
    reportDatabaseFault(name, error);
  }
}
