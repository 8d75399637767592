import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import type { Subject } from '../verbs/define-verb';
import { MAX_TESTS_BYTES } from './schema';

type Transaction = Prisma.TransactionClient;

/** Runs a change of tests; those of one workspace wait for each other, so that names and sizes are exact. */
export function changeTests<T>(
  { workspaceId }: Subject,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return prisma().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`run tests ${workspaceId}`}, 0))`;
    return change(tx);
  });
}

/**
 * Keeps the workflow from being deleted before its new test is there, which would stay then. Call it in the
 * transaction that adds one. @throws AppError not_found
 */
export async function holdWorkflow(tx: Transaction, workflowId: string): Promise<void> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT FROM workflow WHERE id = ${workflowId}::uuid AND deleted_at IS NULL FOR SHARE`;
  if (held.length === 0) throw new AppError('not_found', 'Workflow not found.');
}

/** Call it in the transaction that writes the name. @throws AppError conflict */
export async function requireFreeName(
  tx: Transaction,
  { workflowId, name, testId }: { workflowId: string; name: string; testId: string },
): Promise<void> {
  const taken = await tx.runTest.findFirst({
    where: { workflowId, name, id: { not: testId } },
    select: { id: true },
  });
  if (taken === null) return;
  const message = 'This workflow has a test of that name. Choose another name.';
  throw new AppError('conflict', message, { issues: [{ param: 'name', code: 'param_invalid', message }] });
}

/** Call it in the transaction that writes so many bytes. @throws AppError quota_exceeded */
export async function requireRoomForBytes(
  tx: Transaction,
  { workspaceId, bytes, testId }: { workspaceId: string; bytes: number; testId: string },
): Promise<void> {
  const { _sum } = await tx.runTest.aggregate({
    where: { workflow: { workspaceId }, id: { not: testId } },
    _sum: { bytes: true },
  });
  if ((_sum.bytes ?? 0) + bytes > MAX_TESTS_BYTES)
    throw new AppError(
      'quota_exceeded',
      'The tests of a workspace may take 64 MB together. Delete some that are no longer needed.',
    );
}
