import type { ExpectationRule } from '../../core/run-tests/rule';
import type { TestContent } from '../../core/run-tests/test-content';
import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { changeTests } from './change-tests';
import { insertingTest } from './insert-test';
import { requireLogsToo } from './require-logs-too';
import type { RunTest } from './schema';
import { testOf } from './test-row';

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
    const described = { workspaceId, workflowId, logId: null, name, tags, rules };
    const insert = await insertingTest(actor, described, { kept, expected });
    const row = await change({ workspaceId, workflowId }, insert);
    return { data: testOf(row) };
  },
});
