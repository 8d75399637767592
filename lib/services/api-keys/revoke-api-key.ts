import type { Actor } from '../access/actor';
import { accessTransaction, defineVerb } from '../verbs/define-verb';
import { auditOfKey } from './audit-of-key';
import { findApiKey } from './find-api-key';

/** Revokes a key immediately and permanently. */
export const revokeApiKey = defineVerb({
  role: { none: 'A key is its owner’s, or of those who administer a service account.' },
  quota: { none: 'It makes room.' },
  audit: 'api_key.revoked',
  transaction: accessTransaction,
  async run(actor: Actor, { id }: { id: string }, change): Promise<undefined> {
    await change({ workspaceId: null }, async (tx) => {
      const key = await findApiKey(tx, actor, id);
      await tx.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
      return { result: undefined, audit: auditOfKey(key, { name: key.name }) };
    });
  },
});
