import { pool } from '../../../platform/postgres/db';
import type { Actor } from '../../access/actor';
import { completedRun, type LoggedWorkspace, mintLoggedWorkspace } from '../../logs/testing/logged-workspace';
import { createBulkJob } from '../jobs/create-job';
import { getBulkJob } from '../jobs/read-jobs';
import { type BulkJob, type BulkJobDetail, NewBulkJob } from '../schema';
import { claimJobs, releaseJob } from '../work/claim-jobs';
import { takeStep } from '../work/take-step';

/** A workspace with logs that jobs are about. */
export interface BulkMill extends LoggedWorkspace {
  /** Records failed runs of a workflow, each with its number as input. @returns the ids of their logs */
  fail(workflowId: string, count: number): Promise<string[]>;
  /** Starts a job; `asked` is the body of a request. */
  start(asked: object, actor?: Actor): Promise<BulkJob>;
  report(id: string): Promise<BulkJobDetail>;
}

export async function mintBulkMill(): Promise<BulkMill> {
  const mill = await mintLoggedWorkspace();
  const { workspaceId, owner } = mill;
  let clockMs = Date.now() - 600_000;
  return {
    ...mill,
    fail: async (workflowId, count) => {
      const rows = Array.from({ length: count }, (_, n) => {
        clockMs += 10;
        const of = { workspaceId, workflowId, holderId: owner.userId };
        const error = JSON.stringify({ code: 'SCRIPT_ERROR', message: `Order ${n} failed.`, blockId: 'b1' });
        const traceSpans = JSON.stringify([startSpan(n, clockMs)]);
        return completedRun(of, clockMs, 'api', { level: 'error', error, traceSpans, finalOutput: 'null' });
      });
      await mill.record(rows);
      return rows.map(({ execution }) => execution.logId);
    },
    start: async (asked, actor = mill.writer) =>
      (await createBulkJob(actor, NewBulkJob.parse({ workspaceId, perSecond: 50, ...asked }))).data,
    report: async (id) => (await getBulkJob(mill.reader, { id })).data,
  };
}

function startSpan(n: number, atMs: number) {
  const at = new Date(atMs).toISOString();
  const of = { id: 'b0', blockId: 'b0', name: 'b0', type: 'start', parentId: null, children: [] };
  return {
    ...of,
    status: 'success',
    startTime: at,
    endTime: at,
    durationMs: 0,
    input: { n },
    output: { n },
    error: null,
  };
}

const { signal } = new AbortController();

/** Takes one step of a job, whatever its rate. @returns false if none is running */
export async function stepOnce(): Promise<boolean> {
  await pool().query(`UPDATE runtime.bulk_job SET next_at = now() WHERE state = 'running'`);
  const [job] = await claimJobs(1);
  if (job === undefined) return false;
  const next = await takeStep(job, signal);
  if (next !== null) await releaseJob(next);
  return true;
}

/** Takes steps until no job is running. */
export async function stepOn(): Promise<void> {
  while (await stepOnce());
}
