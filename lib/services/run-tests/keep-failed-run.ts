import type { ExpectationRule } from '../../core/run-tests/rule';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { findLog } from '../logs/get-log';
import { defineVerb } from '../verbs/define-verb';
import { requireRoomFor } from '../verbs/quotas';
import { findWorkflow } from '../workflows/find-workflow';
import { changeTests } from './change-tests';
import { insertingTest } from './insert-test';
import { recordedContent } from './recorded-content';
import { requireLogsToo } from './require-logs-too';
import type { RunTest } from './schema';
import { SHOWN, testOf } from './test-row';

/** Marks tests that a run which failed should pass once its workflow is fixed. */
const FIX_TAG = 'fix';
const ID_END = 6;

/** Only the end of the run counts: a fix may send other requests, and answer something else. */
const RULES: ExpectationRule[] = [
  { of: 'output', path: '', allow: 'any' },
  { of: 'sent', path: '', allow: 'any' },
];

/**
 * Keeps a failed run as a test that expects it to succeed, so that it fails until the workflow is fixed. A run
 * that is kept so already keeps its test.
 * @throws AppError not_found, forbidden, payload_too_large, request_timeout, quota_exceeded; conflict when the
 * run can't be a test, or did not fail
 */
export const keepFailedRun = defineVerb({
  role: 'writer',
  quota: { inside: 'runTests', why: 'only a run that is not kept yet takes room' },
  audit: { actions: ['test.kept'], unless: 'the run is kept already' },
  transaction: changeTests,
  async run(actor: Actor, { id }: { id: string }, change): Promise<{ data: RunTest }> {
    requireLogsToo(actor);
    // Checks the actor's access.
    const log = await findLog(actor, id);
    const { workspaceId } = await findWorkflow(actor, log.workflowId, 'writer');
    const { workflowId } = log;
    const where = { workflowId, logId: log.id, tags: { has: FIX_TAG } };
    const known = await prisma().runTest.findFirst({ where, select: SHOWN });
    if (known !== null) return { data: testOf(known) };
    const { content } = await recordedContent(log.id, new AbortController().signal);
    const { outcome, sent } = content.expected;
    if (outcome.status !== 'error') throw new AppError('conflict', 'This run did not fail.');
    const expected = { outcome: { status: 'success' as const, error: null }, output: null, sent };
    const name = `No ${outcome.error?.code ?? 'error'} as in run ${log.id.slice(-ID_END)}`;
    const described = { workspaceId, workflowId, logId: log.id, name, tags: [FIX_TAG], rules: RULES };
    const insert = await insertingTest(actor, described, { kept: content.kept, expected });
    const row = await change({ workspaceId, workflowId }, async (tx) => {
      await requireRoomFor(tx, 'runTests', workflowId);
      return insert(tx);
    });
    return { data: testOf(row) };
  },
});
