import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { apiKeyOf, WITH_WORKSPACES } from './api-key-row';
import { auditOfKey } from './audit-of-key';
import { findApiKey } from './find-api-key';

export const renameApiKey = defineVerb({
  role: { none: 'A key is its owner’s.' },
  quota: { none: 'It adds none.' },
  audit: { actions: ['api_key.renamed'], unless: 'it has that name already' },
  transaction: plainTransaction,
  async run(actor: Actor, { id, name }: { id: string; name: string }, change) {
    const row = await change({ workspaceId: null }, async (tx) => {
      const before = await findApiKey(tx, actor, id);
      const result = await tx.apiKey.update({ where: { id }, data: { name }, include: WITH_WORKSPACES });
      const audit = auditOfKey(before, { name, formerName: before.name });
      return { result, audit: before.name === name ? null : audit };
    });
    return { data: apiKeyOf(row) };
  },
});
