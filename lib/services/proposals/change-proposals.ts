import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import type { Subject } from '../verbs/define-verb';
import { KEPT_DECIDED, MAX_PROPOSALS_BYTES } from './schema';

type Transaction = Prisma.TransactionClient;

/** Runs a change of proposals; those of one workspace wait for each other, so that sizes are exact. */
export function changeProposals<T>(
  { workspaceId }: Subject,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return prisma().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`proposals ${workspaceId}`}, 0))`;
    return change(tx);
  });
}

/** Deletes the oldest decided proposals of the workflow. Call it in the transaction that adds one. */
export async function deleteOldProposals(tx: Transaction, workflowId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM workflow_proposal WHERE workflow_id = ${workflowId}::uuid AND id IN (
      SELECT id FROM workflow_proposal WHERE workflow_id = ${workflowId}::uuid AND state <> 'open'
      ORDER BY decided_at DESC, id DESC OFFSET ${KEPT_DECIDED})`;
}

/** Call it in the transaction that writes so many bytes. @throws AppError quota_exceeded */
export async function requireRoomForProposal(
  tx: Transaction,
  { workspaceId, bytes }: { workspaceId: string; bytes: number },
): Promise<void> {
  const { _sum } = await tx.workflowProposal.aggregate({
    where: { workflow: { workspaceId } },
    _sum: { bytes: true },
  });
  if ((_sum.bytes ?? 0) + bytes > MAX_PROPOSALS_BYTES)
    throw new AppError(
      'quota_exceeded',
      'The proposals of a workspace may take 64 MB together. Apply or reject some, or make smaller ones.',
    );
}
