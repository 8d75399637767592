import type { ExpectationRule } from '../../core/run-tests/rule';
import type { TestContent } from '../../core/run-tests/test-content';
import type { Prisma } from '../../generated/prisma/client';
import { newId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import { holdWorkflow, requireFreeName, requireRoomForBytes } from './change-tests';
import { sealTest } from './sealed-test';
import { SHOWN, type TestRow } from './test-row';

export interface NewTest {
  workspaceId: string;
  workflowId: string;
  /** Null: it comes from a file. */
  logId: string | null;
  name: string;
  tags: string[];
  rules: ExpectationRule[];
}

interface Inserted {
  result: TestRow;
  audit: { target: string; detail: { name: string; workflowId: string } };
}

/**
 * Seals a new test's content, and returns what writes it in the transaction that adds one.
 * @throws AppError payload_too_large; the returned function also not_found, conflict, quota_exceeded
 */
export async function insertingTest(
  actor: Actor,
  { workspaceId, ...test }: NewTest,
  content: TestContent,
): Promise<(tx: Prisma.TransactionClient) => Promise<Inserted>> {
  const testId = newId();
  const { workflowId, name } = test;
  const { sealed, bytes } = await sealTest(testId, content);
  return async (tx) => {
    await holdWorkflow(tx, workflowId);
    await requireFreeName(tx, { workflowId, name, testId });
    await requireRoomForBytes(tx, { workspaceId, bytes, testId });
    const data = { ...test, id: testId, sealed, bytes, createdById: actor.userId };
    const result = await tx.runTest.create({ data, select: SHOWN });
    return { result, audit: { target: testId, detail: { name, workflowId } } };
  };
}
