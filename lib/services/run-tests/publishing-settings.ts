import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import type { PublishingSettings } from './schema';

/** @throws AppError forbidden */
export async function getPublishing(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: PublishingSettings }> {
  requireRole(actor, workspaceId, 'reader');
  const { publishNeedsTests } = await prisma().workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  return { data: { needsTests: publishNeedsTests } };
}

/** @throws AppError forbidden */
export const setPublishing = defineVerb({
  role: 'admin',
  quota: { none: 'It adds none.' },
  audit: { actions: ['workspace.publishing_set'], unless: 'it is set like that already' },
  transaction: plainTransaction,
  async run(
    _: Actor,
    { workspaceId, needsTests }: { workspaceId: string; needsTests: boolean },
    change,
  ): Promise<{ data: PublishingSettings }> {
    await change({ workspaceId }, async (tx) => {
      const where = { id: workspaceId };
      const before = await tx.workspace.findUniqueOrThrow({ where, select: { publishNeedsTests: true } });
      await tx.workspace.update({ where, data: { publishNeedsTests: needsTests } });
      const audit = { target: workspaceId, detail: { needsTests } };
      return { result: undefined, audit: before.publishNeedsTests === needsTests ? null : audit };
    });
    return { data: { needsTests } };
  },
});
