import type { Prisma } from '../../generated/prisma/client';
import type { Actor } from '../access/actor';
import { accessTransaction, defineVerb } from '../verbs/define-verb';
import { apiKeyOf, limitsOf, WITH_WORKSPACES } from './api-key-row';
import { auditOfKey } from './audit-of-key';
import { findApiKey } from './find-api-key';
import { type KeyLimits, type VettedLimits, vetLimits } from './key-limits';
import { requireLimitsOfOwnKey } from './within-own-key';

/** Members left out stay as they are. */
export interface UpdateApiKey extends KeyLimits {
  id: string;
  name?: string | undefined;
}

/** Renames a key, and changes where it may be used from and for which workflows. */
export const updateApiKey = defineVerb({
  role: { none: 'A key is its owner’s, or of those who administer a service account.' },
  quota: { none: 'It adds none.' },
  audit: { actions: ['api_key.renamed', 'api_key.limited'], unless: 'it is so already' },
  transaction: accessTransaction,
  async run(actor: Actor, { id, ...asked }: UpdateApiKey, change) {
    const row = await change({ workspaceId: null }, async (tx) => {
      const before = await findApiKey(tx, actor, id);
      const former = limitsOf(before);
      const name = asked.name ?? before.name;
      const limits = await limitsAfter(tx, actor, before, { ...former, ...given(asked) });
      const data = { name, addresses: limits.addresses ?? [], workflowIds: limits.workflowIds ?? [] };
      const result = await tx.apiKey.update({ where: { id }, data, include: WITH_WORKSPACES });
      const renamed = before.name === name ? [] : auditOfKey(before, { name, formerName: before.name });
      const limited = sameLimits(former, limits) ? [] : auditOfKey(before, { name, ...limits });
      const audit = [
        ...renamed.map((entry) => ({ ...entry, action: 'api_key.renamed' as const })),
        ...limited.map((entry) => ({ ...entry, action: 'api_key.limited' as const })),
      ];
      return { result, audit: audit.length === 0 ? null : audit };
    });
    return { data: apiKeyOf(row) };
  },
});

/** Leaves out members that aren't given, so that they don't overwrite others. */
const given = ({ addresses, workflowIds }: KeyLimits): KeyLimits => ({
  ...(addresses !== undefined && { addresses }),
  ...(workflowIds !== undefined && { workflowIds }),
});

/** @throws AppError invalid_request, forbidden */
async function limitsAfter(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { workspaces, ...before }: Awaited<ReturnType<typeof findApiKey>>,
  wanted: KeyLimits,
): Promise<VettedLimits> {
  // Workflows that it is limited to already may be deleted by now.
  const known = new Set(before.workflowIds);
  const workspaceIds = workspaces.map(({ workspaceId }) => workspaceId);
  const limits = await vetLimits(tx, wanted, workspaceIds, known);
  requireLimitsOfOwnKey(actor, limits);
  return limits;
}

const sameLimits = (a: VettedLimits, b: VettedLimits): boolean =>
  JSON.stringify([a.addresses, a.workflowIds]) === JSON.stringify([b.addresses, b.workflowIds]);
