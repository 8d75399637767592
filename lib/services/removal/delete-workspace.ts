import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { notify } from '../../platform/postgres/notify';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import type { Actor } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { removeTriggersOfWorkspace } from '../triggers/registry/change-triggers';
import { defineVerb } from '../verbs/define-verb';

const DELETE_TIMEOUT_MS = 10 * 60_000;

/**
 * Deletes a workspace with its workflows, variables, connections and logs; running executions are
 * cancelled, waiting ones are dropped. Owner only; `name` repeats its name.
 * @throws AppError forbidden, invalid_request
 */
export const deleteWorkspace = defineVerb({
  role: 'admin',
  quota: { none: 'It makes room.' },
  audit: 'workspace.deleted',
  transaction: (_, work) => changeAccess(work, DELETE_TIMEOUT_MS),
  async run(actor: Actor, { id, name }: { id: string; name: string }, change): Promise<undefined> {
    await change({ workspaceId: id }, async (tx) => {
      const workspace = await tx.workspace.findUniqueOrThrow({ where: { id } });
      if (workspace.ownerId !== actor.userId)
        throw new AppError('forbidden', 'Only the owner of a workspace can delete it.');
      if (workspace.name !== name) throw wrongName();
      await tx.$executeRaw`SET LOCAL statement_timeout = 0`;
      await deleteRuns(tx, id);
      await tx.workspace.delete({ where: { id } });
      return { result: undefined, audit: { workspaceId: null, target: id, detail: { name } } };
    });
    await notify('removed', id);
    await notify('workflow', '');
    await notify('variables', id);
    await notify('connections', '');
  },
});

/** Deletes the rows of runs, which refer to the workspace by id only, without a foreign key that cascades. */
async function deleteRuns(tx: Prisma.TransactionClient, id: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM runtime.execution WHERE workspace_id = ${id}::uuid AND state <> ${QUEUE_STATE.is.running}`;
  await removeTriggersOfWorkspace(tx, id);
  await tx.$executeRaw`DELETE FROM runtime.failure_notice WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`
    DELETE FROM runtime.failure_notice_window n USING workflow w
    WHERE w.workspace_id = ${id}::uuid AND n.workflow_id = w.id`;
  await tx.$executeRaw`DELETE FROM runtime.execution_wait WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`UPDATE runtime.execution SET cancelled = true WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`
    DELETE FROM runtime.log_payload p USING runtime.log l
    WHERE l.workspace_id = ${id}::uuid AND p.log_id = l.id AND p.started_at = l.started_at`;
  await tx.$executeRaw`
    DELETE FROM runtime.log_file f USING runtime.log l
    WHERE l.workspace_id = ${id}::uuid AND f.log_id = l.id AND f.started_at = l.started_at`;
  await tx.$executeRaw`
    DELETE FROM runtime.exact_result x USING runtime.log l
    WHERE l.workspace_id = ${id}::uuid AND x.log_id = l.id`;
  await tx.$executeRaw`DELETE FROM runtime.stored_file WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM runtime.log_model WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM runtime.log_tag WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM runtime.log_facet WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM runtime.repeated_run WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM runtime.log WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`
    DELETE FROM runtime.workflow_snapshot s USING workflow w
    WHERE w.workspace_id = ${id}::uuid AND s.workflow_id = w.id`;
  await deleteDeliveries(tx, id);
  // Its lock comes first: rows being added up are committed and deleted then.
  await tx.$executeRaw`DELETE FROM runtime.rollup_progress WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM runtime.log_rollup WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM runtime.duration_rollup WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM runtime.trace_rollup WHERE workspace_id = ${id}::uuid`;
  // The same: failures being grouped are committed and deleted then.
  await tx.$executeRaw`DELETE FROM runtime.error_group_progress WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`
    DELETE FROM runtime.error_group_run r USING runtime.error_group g
    WHERE g.workspace_id = ${id}::uuid AND r.group_id = g.id`;
  await tx.$executeRaw`DELETE FROM runtime.error_group WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM runtime.drift_progress WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM runtime.answer_profile WHERE workspace_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM runtime.workspace_feed WHERE workspace_id = ${id}::uuid`;
}

async function deleteDeliveries(tx: Prisma.TransactionClient, id: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM runtime.webhook_pending p USING webhook_subscription s
    WHERE s.workspace_id = ${id}::uuid AND p.subscription_id = s.id`;
  await tx.$executeRaw`
    DELETE FROM runtime.webhook_health h USING webhook_subscription s
    WHERE s.workspace_id = ${id}::uuid AND h.subscription_id = s.id`;
  await tx.$executeRaw`
    DELETE FROM runtime.webhook_redelivery r USING webhook_subscription s
    WHERE s.workspace_id = ${id}::uuid AND r.subscription_id = s.id`;
  await tx.$executeRaw`
    DELETE FROM runtime.webhook_attempt a USING runtime.webhook_delivery d
    WHERE d.workspace_id = ${id}::uuid AND a.delivery_id = d.id AND a.created_at = d.created_at`;
  await tx.$executeRaw`
    DELETE FROM runtime.webhook_body b USING runtime.webhook_delivery d
    WHERE d.workspace_id = ${id}::uuid AND b.event_id = d.event_id AND b.created_at = d.created_at`;
  await tx.$executeRaw`DELETE FROM runtime.webhook_delivery WHERE workspace_id = ${id}::uuid`;
}

function wrongName(): AppError {
  const message = 'Type the workspace’s name exactly.';
  return new AppError('invalid_request', message, {
    issues: [{ param: 'name', code: 'param_invalid', message }],
  });
}
