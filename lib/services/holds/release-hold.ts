import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { announceHold } from './announce-hold';
import type { HeldScope } from './held-scope';
import { readHold } from './read-holds';
import type { Hold } from './schema';

interface Rate {
  /** Runs a minute; without it as many as the queue takes. */
  perMinute?: number | undefined;
}

/**
 * Lets a workflow's runs go on, in order. @throws AppError not_found, forbidden; conflict if it isn't held
 */
export const releaseWorkflow = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'workflow.released',
  transaction: plainTransaction,
  async run(actor: Actor, { id, perMinute }: { id: string } & Rate, change): Promise<{ data: Hold | null }> {
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    const scope = { workspaceId, workflowId: id };
    await change({ workspaceId }, async (tx) => {
      if (!(await beginRelease(tx, scope, perMinute)))
        throw new AppError(
          'conflict',
          'This workflow is not on hold itself, so there is nothing to release.',
        );
      return { result: undefined, audit: { target: id, detail: { perMinute: perMinute ?? null } } };
    });
    return releasedNow(scope);
  },
});

/** Lets the runs of a workspace go on, in order. @throws AppError forbidden; conflict if it isn't held */
export const releaseWorkspace = defineVerb({
  role: 'admin',
  quota: { none: 'It adds none.' },
  audit: 'workspace.released',
  transaction: plainTransaction,
  async run(
    _: Actor,
    { workspaceId, perMinute }: { workspaceId: string } & Rate,
    change,
  ): Promise<{ data: Hold | null }> {
    const scope = { workspaceId, workflowId: null };
    await change({ workspaceId }, async (tx) => {
      if (!(await beginRelease(tx, scope, perMinute)))
        throw new AppError('conflict', 'This workspace is not on hold, so there is nothing to release.');
      return { result: undefined, audit: { target: workspaceId, detail: { perMinute: perMinute ?? null } } };
    });
    return releasedNow(scope);
  },
});

/** What is being released already goes on at the new rate. @returns false if it is not held */
async function beginRelease(
  tx: Prisma.TransactionClient,
  { workspaceId, workflowId }: HeldScope,
  perMinute: number | undefined,
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE runtime.hold SET released_at = coalesce(released_at, now()), next_release_at = now(),
      per_minute = ${perMinute ?? null}::integer
    WHERE workspace_id = ${workspaceId}::uuid AND workflow_id IS NOT DISTINCT FROM ${workflowId}::uuid`;
  return changed > 0;
}

async function releasedNow(scope: HeldScope): Promise<{ data: Hold | null }> {
  await announceHold(scope);
  return { data: await readHold(scope) };
}
