import { redactDocument } from '../../core/engine/masker';
import { type Actor, mayEdit } from '../access/actor';
import { readSnapshot } from '../runs/compiled/runnable-workflow';
import { findWorkflow } from '../workflows/find-workflow';
import type { WorkflowVersionDetail } from './schema';
import { readVersion, versionOf } from './version-row';

/** Returns it; typed credentials are `***` for those who may not edit it. @throws AppError not_found */
export async function getVersion(
  actor: Actor,
  { id, number }: { id: string; number: string },
): Promise<{ data: WorkflowVersionDetail }> {
  const { workspaceId, liveVersion } = await findWorkflow(actor, id, 'reader');
  const row = await readVersion(id, number);
  const document = await readSnapshot(id, Buffer.from(row.snapshotHash).toString('hex'));
  const shown = mayEdit(actor, workspaceId, 'workflows:write') ? document : redactDocument(document);
  return { data: { ...versionOf(row, liveVersion), document: shown } };
}
