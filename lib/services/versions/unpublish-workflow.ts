import { AppError } from '../../platform/errors';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { announceTriggers, withdrawTriggers } from '../triggers/registry/change-triggers';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';

/**
 * Takes the live version away: no version is live then, and callers and triggers start nothing. Versions, addresses
 * and the draft stay; runs that were accepted before go on.
 * @throws AppError not_found, forbidden; conflict for a workflow that was never published
 */
export const unpublishWorkflow = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: { actions: ['workflow.unpublished'], unless: 'it was unpublished already' },
  transaction: plainTransaction,
  async run(actor: Actor, { id }: { id: string }, change): Promise<undefined> {
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    await change({ workspaceId }, async (tx) => {
      const [found] = await tx.$queryRaw<Array<{ live_version: number | null; has_versions: boolean }>>`
        SELECT w.live_version,
          EXISTS (SELECT FROM workflow_version v WHERE v.workflow_id = w.id) AS has_versions
        FROM workflow w WHERE w.id = ${id}::uuid AND w.deleted_at IS NULL FOR UPDATE OF w`;
      if (found === undefined) throw new AppError('not_found', 'Workflow not found.');
      if (!found.has_versions)
        throw new AppError(
          'conflict',
          'This workflow was never published, so there is nothing to take offline.',
        );
      if (found.live_version === null) return { result: undefined, audit: null };
      // Raw SQL, because it is no edit: `updatedAt` stays.
      await tx.$executeRaw`UPDATE workflow SET live_version = NULL WHERE id = ${id}::uuid`;
      await withdrawTriggers(tx, id);
      const detail = { before: found.live_version };
      return { result: undefined, audit: { target: id, detail } };
    });
    await notify('workflow', id);
    await announceTriggers();
  },
});
