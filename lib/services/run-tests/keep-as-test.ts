import type { ExpectationRule } from '../../core/run-tests/rule';
import type { Actor } from '../access/actor';
import { findLog } from '../logs/get-log';
import type { Replayed } from '../replay/replay-recorded';
import { defineVerb } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { changeTests } from './change-tests';
import { insertingTest } from './insert-test';
import { recordedContent } from './recorded-content';
import { requireLogsToo } from './require-logs-too';
import type { RunTest } from './schema';
import { testOf } from './test-row';

export interface KeepAsTest {
  /** The id of the log. */
  id: string;
  name: string;
  tags: string[];
  rules: ExpectationRule[];
}

/**
 * Keeps a run as a test of its workflow, which expects what the version that ran gives.
 * @throws AppError not_found, forbidden, payload_too_large, request_timeout, quota_exceeded; conflict when
 * the run can't be a test, or the name is taken
 */
export const keepAsTest = defineVerb({
  role: 'writer',
  quota: 'runTests',
  audit: 'test.kept',
  transaction: changeTests,
  async run(
    actor: Actor,
    { id, name, tags, rules }: KeepAsTest,
    change,
  ): Promise<{ data: RunTest; doubts: Replayed['doubts'] }> {
    requireLogsToo(actor);
    // Checks the actor's access.
    const log = await findLog(actor, id);
    const { workspaceId } = await findWorkflow(actor, log.workflowId, 'writer');
    const signal = new AbortController().signal;
    const { content, workflowId, doubts } = await recordedContent(log.id, signal);
    const described = { workspaceId, workflowId, logId: log.id, name, tags, rules };
    const row = await change({ workspaceId, workflowId }, await insertingTest(actor, described, content));
    return { data: testOf(row), doubts };
  },
});
