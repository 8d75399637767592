import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import { catchQueued } from '../runs/holding/catch-queued';
import type { WaitingCallers } from '../runs/shapes/start-hold';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { announceHold } from './announce-hold';
import type { HeldScope } from './held-scope';
import { readHold } from './read-holds';
import type { Hold } from './schema';

interface HoldSettings {
  reason: string;
  waitingCallers: WaitingCallers;
}

/** Keeps a workflow's new runs from starting. @throws AppError not_found, forbidden */
export const holdWorkflow = defineVerb({
  role: 'writer',
  quota: { none: 'A workflow has one at most.' },
  audit: 'workflow.held',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id, reason, waitingCallers }: { id: string } & HoldSettings,
    change,
  ): Promise<{ data: Hold | null }> {
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    const scope = { workspaceId, workflowId: id };
    await change({ workspaceId }, async (tx) => {
      await putHold(tx, scope, actor, { reason, waitingCallers });
      return { result: undefined, audit: { target: id, detail: { reason, waitingCallers } } };
    });
    return heldNow(scope);
  },
});

/** Keeps all new runs of a workspace from starting. @throws AppError forbidden */
export const holdWorkspace = defineVerb({
  role: 'admin',
  quota: { none: 'A workspace has one at most.' },
  audit: 'workspace.held',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { workspaceId, reason, waitingCallers }: { workspaceId: string } & HoldSettings,
    change,
  ): Promise<{ data: Hold | null }> {
    const scope = { workspaceId, workflowId: null };
    await change({ workspaceId }, async (tx) => {
      await putHold(tx, scope, actor, { reason, waitingCallers });
      return { result: undefined, audit: { target: workspaceId, detail: { reason, waitingCallers } } };
    });
    return heldNow(scope);
  },
});

/**
 * Holds a scope in the caller's transaction; call `announceHold` after its commit.
 * What is being released is held anew: as of now, by this person, and from the first run that waits. @throws
 * AppError not_found, forbidden for what was deleted meanwhile
 */
export async function putHold(
  tx: Prisma.TransactionClient,
  scope: HeldScope,
  { userId }: Actor,
  { reason, waitingCallers }: HoldSettings,
): Promise<void> {
  const { workspaceId, workflowId } = scope;
  const changed = await tx.$executeRaw`
    UPDATE runtime.hold SET reason = ${reason}, waiting_callers = ${waitingCallers},
      held_by = CASE WHEN released_at IS NULL THEN held_by ELSE ${userId}::uuid END,
      held_at = CASE WHEN released_at IS NULL THEN held_at ELSE now() END,
      released_at = NULL, per_minute = NULL, next_release_at = NULL, released_through = NULL
    WHERE workspace_id = ${workspaceId}::uuid AND workflow_id IS NOT DISTINCT FROM ${workflowId}::uuid`;
  if (changed > 0) return;
  await requireThere(tx, scope);
  // Of two who hold at the same moment the first counts.
  await tx.$executeRaw`
    INSERT INTO runtime.hold (id, workspace_id, workflow_id, reason, waiting_callers, held_by)
    VALUES (${newId()}::uuid, ${workspaceId}::uuid, ${workflowId}::uuid, ${reason}, ${waitingCallers},
      ${userId}::uuid)
    ON CONFLICT DO NOTHING`;
}

/**
 * Waits for whoever deletes it. Called with no hold locked, because deleting a workspace locks its holds
 * first.
 */
async function requireThere(
  tx: Prisma.TransactionClient,
  { workspaceId, workflowId }: HeldScope,
): Promise<void> {
  const found =
    workflowId === null
      ? await tx.$queryRaw<unknown[]>`SELECT 1 FROM workspace WHERE id = ${workspaceId}::uuid FOR SHARE`
      : await tx.$queryRaw<unknown[]>`
          SELECT 1 FROM workflow WHERE id = ${workflowId}::uuid AND deleted_at IS NULL FOR SHARE`;
  if (found.length > 0) return;
  if (workflowId !== null) throw new AppError('not_found', 'Workflow not found.');
  throw new AppError('forbidden', 'You have no access to this workspace, or it does not exist.');
}

async function heldNow(scope: HeldScope): Promise<{ data: Hold | null }> {
  await announceHold(scope);
  await catchQueued();
  return { data: await readHold(scope) };
}
