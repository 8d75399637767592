import type { TestContent } from '../../core/run-tests/test-content';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import type { Actor, Role } from '../access/actor';
import { findWorkflow } from '../workflows/find-workflow';
import { requireLogsToo } from './require-logs-too';
import type { RunTest } from './schema';
import { openTest } from './sealed-test';
import { SHOWN, testOf } from './test-row';

export interface TestKey {
  /** The id of the workflow. */
  id: string;
  testId: string;
}

interface FoundTest {
  test: RunTest;
  workspaceId: string;
}

/** @throws AppError not_found (unknown and foreign alike), forbidden */
export async function findRunTest(actor: Actor, { id, testId }: TestKey, least: Role): Promise<FoundTest> {
  const { workspaceId } = await findWorkflow(actor, id, least);
  const where = { id: testId, workflowId: id };
  const row = isId(testId) ? await prisma().runTest.findFirst({ where, select: SHOWN }) : null;
  if (row === null) throw testNotFound();
  return { test: testOf(row), workspaceId };
}

/**
 * Returns a test with its content, which a key may read only with logs.
 * @throws AppError not_found, forbidden
 */
export async function readRunTest(
  actor: Actor,
  key: TestKey,
  least: Role,
): Promise<FoundTest & { content: TestContent }> {
  requireLogsToo(actor);
  const found = await findRunTest(actor, key, least);
  // Its id as it is stored: callers may write it in capitals.
  const { id } = found.test;
  const row = await prisma().runTest.findUnique({ where: { id }, select: { sealed: true } });
  if (row === null) throw testNotFound();
  return { ...found, content: await openTest(id, row.sealed) };
}

export const testNotFound = (): AppError => new AppError('not_found', 'Test not found.');
