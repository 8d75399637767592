import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { findWorkflow } from '../workflows/find-workflow';
import { readRunTest, type TestKey } from './find-run-test';
import type { RunTest, RunTestDetail } from './schema';
import { SHOWN, testOf } from './test-row';

/** Lists the tests of a workflow by name; `logId`: those kept from it. @throws AppError not_found */
export async function listRunTests(
  actor: Actor,
  { id: workflowId, logId }: { id: string; logId?: string | undefined },
): Promise<{ data: RunTest[] }> {
  await findWorkflow(actor, workflowId, 'reader');
  if (logId !== undefined && !isId(logId)) return { data: [] };
  const rows = await prisma().runTest.findMany({
    where: { workflowId, ...(logId !== undefined && { logId }) },
    select: SHOWN,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return { data: rows.map(testOf) };
}

/** @throws AppError not_found, forbidden */
export async function getRunTest(actor: Actor, key: TestKey): Promise<{ data: RunTestDetail }> {
  const { test, content } = await readRunTest(actor, key, 'reader');
  return { data: { ...test, ...content } };
}
