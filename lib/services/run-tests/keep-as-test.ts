import type { ExpectationRule } from '../../core/run-tests/rule';
import { newId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import { findLog } from '../logs/get-log';
import type { Replayed } from '../replay/replay-recorded';
import { defineVerb } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { changeTests, holdWorkflow, requireFreeName, requireRoomForBytes } from './change-tests';
import { recordedContent } from './recorded-content';
import { requireLogsToo } from './require-logs-too';
import type { RunTest } from './schema';
import { sealTest } from './sealed-test';
import { SHOWN, testOf } from './test-row';

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
    const testId = newId();
    const { sealed, bytes } = await sealTest(testId, content);
    const row = await change({ workspaceId, workflowId }, async (tx) => {
      await holdWorkflow(tx, workflowId);
      await requireFreeName(tx, { workflowId, name, testId });
      await requireRoomForBytes(tx, { workspaceId, bytes, testId });
      const createdById = actor.userId;
      const data = { id: testId, workflowId, logId: log.id, name, tags, rules, sealed, bytes, createdById };
      const result = await tx.runTest.create({ data, select: SHOWN });
      return { result, audit: { target: testId, detail: { name, workflowId } } };
    });
    return { data: testOf(row), doubts };
  },
});
