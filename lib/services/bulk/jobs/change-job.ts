import { AppError } from '../../../platform/errors';
import { notify } from '../../../platform/postgres/notify';
import type { Actor } from '../../access/actor';
import { defineVerb, plainTransaction } from '../../verbs/define-verb';
import type { BulkJob } from '../schema';
import { findJob } from './find-job';
import { toJob } from './job-row';
import { requireKind } from './require-kind';

/**
 * Once this returns the job starts nothing more: a step under way has lost its claim, and changes nothing.
 * @throws AppError not_found, forbidden; conflict if it is not running
 */
export const pauseBulkJob = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'bulk.paused',
  transaction: plainTransaction,
  async run(actor: Actor, { id }: { id: string }, change): Promise<{ data: BulkJob }> {
    const { workspace_id: workspaceId, kind } = await findJob(actor, id);
    requireKind(actor, workspaceId, kind);
    await change({ workspaceId }, async (tx) => {
      const paused = await tx.$executeRaw`
        UPDATE runtime.bulk_job SET state = 'paused', lease_token = NULL, lease_owner = NULL, leased_at = NULL
        WHERE id = ${id}::uuid AND state = 'running'`;
      if (paused === 0) throw notUnderWay('Only a job that is running can be paused.');
      return { result: undefined, audit: { target: id, detail: { name: kind } } };
    });
    return { data: toJob(await findJob(actor, id)) };
  },
});

/** Goes on, at another rate if one is given. @throws AppError not_found, forbidden; conflict once it has ended */
export const resumeBulkJob = defineVerb({
  role: 'writer',
  quota: { none: 'It is counted since it was made.' },
  audit: 'bulk.resumed',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id, perSecond }: { id: string; perSecond?: number | undefined },
    change,
  ): Promise<{ data: BulkJob }> {
    const { workspace_id: workspaceId, kind } = await findJob(actor, id);
    requireKind(actor, workspaceId, kind);
    await change({ workspaceId }, async (tx) => {
      const resumed = await tx.$executeRaw`
        UPDATE runtime.bulk_job SET state = 'running', next_at = now(), problem = NULL,
          per_second = coalesce(${perSecond ?? null}::integer, per_second),
          lease_token = NULL, lease_owner = NULL, leased_at = NULL
        WHERE id = ${id}::uuid AND state IN ('running', 'paused')`;
      if (resumed === 0) throw notUnderWay('This job has ended. Start another one.');
      return {
        result: undefined,
        audit: { target: id, detail: { name: kind, perSecond: perSecond ?? null } },
      };
    });
    await notify('bulk', '');
    return { data: toJob(await findJob(actor, id)) };
  },
});

/** Ends it; what it has done stays done. @throws AppError not_found, forbidden; conflict once it has ended */
export const stopBulkJob = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: 'bulk.stopped',
  transaction: plainTransaction,
  async run(actor: Actor, { id }: { id: string }, change): Promise<{ data: BulkJob }> {
    const { workspace_id: workspaceId, kind } = await findJob(actor, id);
    requireKind(actor, workspaceId, kind);
    await change({ workspaceId }, async (tx) => {
      const [stopped] = await tx.$queryRaw<Array<{ done: number }>>`
        UPDATE runtime.bulk_job SET state = 'stopped', finished_at = now(), problem = NULL,
          lease_token = NULL, lease_owner = NULL, leased_at = NULL
        WHERE id = ${id}::uuid AND state IN ('running', 'paused') RETURNING done`;
      if (stopped === undefined) throw notUnderWay('This job has ended already.');
      return { result: undefined, audit: { target: id, detail: { name: kind, runs: stopped.done } } };
    });
    return { data: toJob(await findJob(actor, id)) };
  },
});

const notUnderWay = (message: string): AppError => new AppError('conflict', message);
