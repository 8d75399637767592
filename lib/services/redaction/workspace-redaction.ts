import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import { type Actor, requireRole } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { eachOnce, type Redaction } from './schema';

/** @throws AppError forbidden */
export async function getWorkspaceRedaction(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: Redaction }> {
  requireRole(actor, workspaceId, 'reader');
  const { redactNames, redactPaths } = await prisma().workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { redactNames: true, redactPaths: true },
  });
  return { data: { names: redactNames, paths: redactPaths } };
}

/** Sets what is left out of what is stored of all runs that begin from now on. @throws AppError forbidden */
export const setWorkspaceRedaction = defineVerb({
  role: 'admin',
  quota: { none: 'It adds none.' },
  audit: 'workspace.redaction_set',
  transaction: plainTransaction,
  async run(
    _: Actor,
    { workspaceId, ...given }: { workspaceId: string } & Redaction,
    change,
  ): Promise<{ data: Redaction }> {
    const { names, paths } = eachOnce(given);
    await change({ workspaceId }, async (tx) => {
      const data = { redactNames: names, redactPaths: paths };
      await tx.workspace.update({ where: { id: workspaceId }, data });
      return { result: undefined, audit: { target: workspaceId, detail: { names, paths } } };
    });
    // All its workflows have other rules now.
    await notify('redaction', '');
    return { data: { names, paths } };
  },
});
