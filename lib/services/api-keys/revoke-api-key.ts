import type { Actor } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { recordAudit } from '../audit/record-audit';
import { findApiKey } from './find-api-key';

/** At once and for good. */
export async function revokeApiKey(actor: Actor, { id }: { id: string }): Promise<void> {
  await changeAccess(async (tx) => {
    const { name, workspaces } = await findApiKey(tx, actor, id);
    await tx.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    for (const { workspaceId } of workspaces)
      await recordAudit(tx, actor, { workspaceId, action: 'api_key.revoked', target: id, detail: { name } });
  });
}
