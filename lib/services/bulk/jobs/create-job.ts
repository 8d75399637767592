import { createHash } from 'node:crypto';
import type { Prisma } from '../../../generated/prisma/client';
import { AppError } from '../../../platform/errors';
import { newId } from '../../../platform/ids';
import { notify } from '../../../platform/postgres/notify';
import type { Actor } from '../../access/actor';
import { defineVerb, plainTransaction } from '../../verbs/define-verb';
import { type BulkJob, type BulkSelection, MOST_RUNS, type NewBulkJob } from '../schema';
import { countBulk, writtenIds } from './count-selected';
import { findJob } from './find-job';
import { toJob } from './job-row';
import { requireKind } from './require-kind';

/**
 * Starts a job for the runs that match now. @throws AppError forbidden; invalid_request if none or too many
 * match; conflict while the same job is under way; quota_exceeded
 */
export const createBulkJob = defineVerb({
  role: 'writer',
  quota: 'bulkJobs',
  audit: 'bulk.started',
  transaction: plainTransaction,
  async run(actor: Actor, asked: NewBulkJob, change): Promise<{ data: BulkJob }> {
    const { workspaceId, kind, select } = asked;
    requireKind(actor, workspaceId, kind);
    requireFitting(asked);
    const { matching, isMore } = (await countBulk(actor, { workspaceId, select })).data;
    if (isMore)
      throw badSelection(
        `More than ${MOST_RUNS.toLocaleString('en')} runs match, too many for a job. Narrow the filter, for example ` +
          'by dates.',
      );
    if (matching === 0) throw badSelection('No run matches, so there is nothing to do.');
    const id = newId();
    await change({ workspaceId }, async (tx) => {
      await requireNoSame(tx, asked);
      await insertJob(tx, actor, { ...asked, id, matching });
      const detail = {
        name: kind,
        runs: matching,
        ...(asked.version !== undefined && { version: String(asked.version) }),
      };
      return { result: undefined, audit: { target: id, detail } };
    });
    await notify('bulk', '');
    return { data: toJob(await findJob(actor, id)) };
  },
});

/** @throws AppError invalid_request when the kind is about other things than what is selected */
function requireFitting({ kind, select, version }: NewBulkJob): void {
  const isOfExecutions = select.executionIds !== undefined || select.executions !== undefined;
  if (isOfExecutions !== (kind === 'cancel'))
    throw badSelection(
      kind === 'cancel'
        ? 'Only executions that have not ended can be cancelled: give executionIds or executions.'
        : 'Give logIds, a filter or an error group: executions that have not ended can only be cancelled.',
    );
  if (version === undefined || kind === 'run-again' || kind === 'replay') return;
  const message = 'No workflow runs in such a job, so it takes no version.';
  throw new AppError('invalid_request', message, {
    issues: [{ param: 'version', code: 'param_invalid', message }],
  });
}

const badSelection = (message: string): AppError =>
  new AppError('invalid_request', message, { issues: [{ param: 'select', code: 'param_invalid', message }] });

/** A hash stands for ids: those of a run that is deleted must not stay here. */
function storedSelection(select: BulkSelection): string {
  const named = itemsOf(select);
  if (named === null) return JSON.stringify(select);
  const hash = createHash('sha256').update(named.ids.toSorted().join()).digest('hex');
  return JSON.stringify({ [named.logs ? 'logIds' : 'executionIds']: [hash] });
}

const versionOf = ({ kind, version = 'live' }: NewBulkJob): string | null =>
  kind === 'run-again' || kind === 'replay' ? JSON.stringify(version) : null;

/** The quota's lock lets one such check at a time into a workspace. @throws AppError conflict */
async function requireNoSame(tx: Prisma.TransactionClient, asked: NewBulkJob): Promise<void> {
  const [same] = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT id::text FROM runtime.bulk_job
    WHERE workspace_id = ${asked.workspaceId}::uuid AND state IN ('running', 'paused') AND kind = ${asked.kind}
      AND selection = ${storedSelection(asked.select)}::jsonb
      AND version IS NOT DISTINCT FROM ${versionOf(asked)}::jsonb LIMIT 1`;
  if (same === undefined) return;
  throw new AppError('conflict', 'The same job is under way already. Wait until it has ended, or stop it.', {
    extensions: { jobId: same.id },
  });
}

async function insertJob(
  tx: Prisma.TransactionClient,
  { userId, keyId }: Actor,
  job: NewBulkJob & { id: string; matching: number },
): Promise<void> {
  const named = itemsOf(job.select);
  const total = named?.ids.length ?? 0;
  await tx.$executeRaw`
    INSERT INTO runtime.bulk_job (id, workspace_id, created_by, key_id, kind, version, selection, is_selected,
      discard_deliveries, per_second, matching, total)
    VALUES (${job.id}::uuid, ${job.workspaceId}::uuid, ${userId}::uuid, ${keyId ?? null}::uuid, ${job.kind},
      ${versionOf(job)}::jsonb, ${storedSelection(job.select)}::jsonb, ${named !== null},
      ${job.discardDeliveries}, ${job.perSecond}, ${job.matching}, ${total})`;
  if (named === null) return;
  const { logs, ids } = named;
  await tx.$executeRaw`
    INSERT INTO runtime.bulk_item (job_id, place, log_id, execution_id)
    SELECT ${job.id}::uuid, place, CASE WHEN ${logs} THEN id END, CASE WHEN NOT ${logs} THEN id END
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS t (id, place)`;
}

/** Returns the runs that are named by their ids, each once; null if a filter finds them. */
function itemsOf({ logIds, executionIds }: BulkSelection): { logs: boolean; ids: string[] } | null {
  const named = logIds ?? executionIds;
  return named === undefined ? null : { logs: logIds !== undefined, ids: writtenIds(named) };
}
