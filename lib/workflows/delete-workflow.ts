import type { Actor } from '../auth/actor';
import { announce } from '../changes';
import { prisma } from '../db';
import { findWorkflow } from './find-workflow';

/** Its logs stay and keep its name, so the row does too, emptied. Executions already accepted still run. */
export async function deleteWorkflow(actor: Actor, { id }: { id: string }): Promise<void> {
  await findWorkflow(actor, id, 'writer');
  await prisma().workflow.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: new Date(), document: { blocks: {}, edges: [], loops: {}, parallels: {} } },
  });
  await announce('workflow', id);
}
