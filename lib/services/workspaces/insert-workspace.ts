import type { Prisma } from '../../generated/prisma/client';
import { newId } from '../../platform/ids';
import { storable } from '../workflows/create-workflow';
import { EXAMPLE_WORKFLOW } from '../workflows/example-workflow';

/** Inserts a new workspace with its owner as an admin, and the example workflow. */
export async function insertWorkspace(
  tx: Prisma.TransactionClient,
  { name, ownerId }: { name: string; ownerId: string },
) {
  const { document, ...words } = EXAMPLE_WORKFLOW;
  const workflowId = newId();
  const workspace = await tx.workspace.create({
    data: {
      id: newId(),
      name,
      ownerId,
      members: { create: { userId: ownerId, role: 'admin' } },
      workflows: { create: { id: workflowId, ...words, document: storable(workflowId, document) } },
    },
  });
  return { workspace, workflowId };
}
