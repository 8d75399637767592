import { Prisma } from '../../generated/prisma/client';
import { notify } from '../../platform/postgres/notify';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import type { Actor } from '../access/actor';
import { LET_GO } from '../runs/holding/hold-sql';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { type DiscardedRuns, MOST_DISCARDED, MOST_WAITING_COUNTED } from './schema';

/**
 * Discards a workflow's runs that wait, also for a hold on its workspace. @throws AppError not_found,
 * forbidden
 */
export const discardHeldOfWorkflow = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: { actions: ['workflow.held_runs_discarded'], unless: 'no run waited' },
  transaction: plainTransaction,
  async run(actor: Actor, { id }: { id: string }, change): Promise<{ data: DiscardedRuns }> {
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    const which = Prisma.sql`h.workspace_id = ${workspaceId}::uuid AND e.workflow_id = ${id}::uuid`;
    const data = await change({ workspaceId }, async (tx) => {
      const result = await discard(tx, which);
      const { discarded } = result;
      return { result, audit: discarded === 0 ? null : { target: id, detail: { runs: discarded } } };
    });
    await notify('queue', '');
    return { data };
  },
});

/** Discards the runs that wait for the hold on a workspace. @throws AppError forbidden */
export const discardHeldOfWorkspace = defineVerb({
  role: 'admin',
  quota: { none: 'It makes room.' },
  audit: { actions: ['workspace.held_runs_discarded'], unless: 'no run waited' },
  transaction: plainTransaction,
  async run(_: Actor, { workspaceId }: { workspaceId: string }, change): Promise<{ data: DiscardedRuns }> {
    const which = Prisma.sql`h.workspace_id = ${workspaceId}::uuid AND h.workflow_id IS NULL`;
    const data = await change({ workspaceId }, async (tx) => {
      const result = await discard(tx, which);
      const { discarded } = result;
      return { result, audit: discarded === 0 ? null : { target: workspaceId, detail: { runs: discarded } } };
    });
    await notify('queue', '');
    return { data };
  },
});

/**
 * Cancels the oldest that wait. They go through the queue, because each of them was answered to somebody and
 * so ends in a log.
 */
async function discard(tx: Prisma.TransactionClient, which: Prisma.Sql): Promise<DiscardedRuns> {
  // As a literal, so that the index of what is held can be used.
  const held = Prisma.raw(QUEUE_STATE.sql.held);
  const waiting = Prisma.sql`
    runtime.execution e JOIN runtime.hold h ON h.id = e.hold_id WHERE e.state = ${held} AND ${which}`;
  const discarded = await tx.$executeRaw`
    UPDATE runtime.execution r SET cancelled = true, ${Prisma.raw(LET_GO)}
    WHERE r.id = ANY (ARRAY(
      SELECT e.id FROM ${waiting} ORDER BY e.accepted_at, e.id LIMIT ${MOST_DISCARDED} FOR UPDATE OF e))`;
  const [left] = await tx.$queryRaw<[{ waiting: number }]>`
    SELECT count(*)::integer AS waiting
    FROM (SELECT FROM ${waiting} LIMIT ${MOST_WAITING_COUNTED}) AS counted`;
  return { discarded, waiting: left.waiting };
}
