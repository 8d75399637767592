import { AppError } from '../../platform/errors';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { noteEventIn } from '../outgoing-webhooks/note-event-in';
import { workflowPublished } from '../outgoing-webhooks/other-events';
import { readSnapshot } from '../runs/compiled/runnable-workflow';
import { announceTriggers, placeTriggers } from '../triggers/registry/change-triggers';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import type { WorkflowVersion } from './schema';
import { readVersion, versionOf } from './version-row';

/** Makes a version live for callers; the draft stays. @throws AppError not_found, forbidden */
export const makeVersionLive = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: { actions: ['workflow.version_made_live'], unless: 'it was live already' },
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id, number }: { id: string; number: string },
    change,
  ): Promise<{ data: WorkflowVersion }> {
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    const row = await readVersion(id, number);
    const snapshotHash = Buffer.from(row.snapshotHash).toString('hex');
    const document = await readSnapshot(id, snapshotHash);
    await change({ workspaceId }, async (tx) => {
      const [before] = await tx.$queryRaw<Array<{ live_version: number | null }>>`
        SELECT live_version FROM workflow WHERE id = ${id}::uuid AND deleted_at IS NULL FOR UPDATE`;
      if (before === undefined) throw new AppError('not_found', 'Workflow not found.');
      if (before.live_version === row.number) return { result: undefined, audit: null };
      await tx.$executeRaw`UPDATE workflow SET live_version = ${row.number} WHERE id = ${id}::uuid`;
      await placeTriggers(tx, { workflowId: id, workspaceId, version: row.number, snapshotHash, document });
      const about = { workflowId: id, version: row.number, previousVersion: before.live_version };
      const by = { note: row.note, userId: actor.userId };
      await noteEventIn(tx, workflowPublished(workspaceId, { ...about, ...by }));
      const detail = { version: row.number, before: before.live_version };
      return { result: undefined, audit: { target: id, detail } };
    });
    await notify('workflow', id);
    await announceTriggers();
    return { data: versionOf(row, row.number) };
  },
});
