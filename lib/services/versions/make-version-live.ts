import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import { readSnapshot } from '../runs/runnable-workflow';
import { placeSchedules } from '../schedules/place-schedules';
import { findWorkflow } from '../workflows/find-workflow';
import type { WorkflowVersion } from './schema';
import { readVersion, versionOf } from './version-row';

/** Callers run it from now on; the draft stays as it is. @throws AppError not_found, forbidden */
export async function makeVersionLive(
  actor: Actor,
  { id, number }: { id: string; number: string },
): Promise<{ data: WorkflowVersion }> {
  const { workspaceId } = await findWorkflow(actor, id, 'writer');
  const row = await readVersion(id, number);
  const snapshotHash = Buffer.from(row.snapshotHash).toString('hex');
  const document = await readSnapshot(id, snapshotHash);
  await prisma().$transaction(async (tx) => {
    const [before] = await tx.$queryRaw<Array<{ live_version: number | null }>>`
      SELECT live_version FROM workflow WHERE id = ${id}::uuid AND deleted_at IS NULL FOR UPDATE`;
    if (before === undefined) throw new AppError('not_found', 'Workflow not found.');
    if (before.live_version === row.number) return;
    await tx.$executeRaw`UPDATE workflow SET live_version = ${row.number} WHERE id = ${id}::uuid`;
    await placeSchedules(tx, { workflowId: id, workspaceId, version: row.number, snapshotHash, document });
    await recordAudit(tx, actor, {
      ...{ workspaceId, action: 'workflow.version_made_live', target: id },
      detail: { version: row.number, before: before.live_version },
    });
  });
  await notify('workflow', id);
  await notify('schedules', '');
  return { data: versionOf(row, row.number) };
}
