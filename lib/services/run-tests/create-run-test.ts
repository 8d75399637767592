import type { ExpectationRule } from '../../core/run-tests/rule';
import type { TestContent } from '../../core/run-tests/test-content';
import { newId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { changeTests, holdWorkflow, requireFreeName, requireRoomForBytes } from './change-tests';
import { requireLogsToo } from './require-logs-too';
import type { RunTest } from './schema';
import { sealTest } from './sealed-test';
import { SHOWN, testOf } from './test-row';

export interface CreateRunTest extends TestContent {
  /** The id of the workflow. */
  id: string;
  name: string;
  tags: string[];
  rules: ExpectationRule[];
}

/**
 * Creates a test from a file's content.
 * @throws AppError not_found, forbidden, payload_too_large, quota_exceeded; conflict when the name is taken
 */
export const createRunTest = defineVerb({
  role: 'writer',
  quota: 'runTests',
  audit: 'test.created',
  transaction: changeTests,
  async run(
    actor: Actor,
    { id: workflowId, name, tags, rules, kept, expected }: CreateRunTest,
    change,
  ): Promise<{ data: RunTest }> {
    requireLogsToo(actor);
    const { workspaceId } = await findWorkflow(actor, workflowId, 'writer');
    const testId = newId();
    const { sealed, bytes } = await sealTest(testId, { kept, expected });
    const row = await change({ workspaceId, workflowId }, async (tx) => {
      await holdWorkflow(tx, workflowId);
      await requireFreeName(tx, { workflowId, name, testId });
      await requireRoomForBytes(tx, { workspaceId, bytes, testId });
      const data = { id: testId, workflowId, name, tags, rules, sealed, bytes, createdById: actor.userId };
      const result = await tx.runTest.create({ data, select: SHOWN });
      return { result, audit: { target: testId, detail: { name, workflowId } } };
    });
    return { data: testOf(row) };
  },
});
