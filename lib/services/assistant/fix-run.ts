import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { findLog } from '../logs/get-log';
import { createProposal } from '../proposals/create-proposal';
import { testProposal } from '../proposals/try-proposal';
import { keepFailedRun } from '../run-tests/keep-failed-run';
import { readForTest } from '../run-tests/recorded-content';
import { runTests } from '../run-tests/run-tests';
import { explainError } from './explain-error';
import type { RunFix } from './schema';

const ONLY_EXPLAINED = { test: null, proposal: null, before: null, after: null };

/**
 * Asks for a change that fixes a failed run, and shows that it does: the run becomes a test, which fails on the
 * draft and is run on the proposal.
 * @throws as `explainError`, `keepFailedRun` and `createProposal`
 */
export async function fixRun(
  actor: Actor,
  { id, logId }: { id: string; logId: string },
  signal: AbortSignal,
): Promise<{ data: RunFix }> {
  const log = await findLog(actor, logId);
  if (log.workflowId !== id) throw new AppError('not_found', 'Log not found.');
  // A run that can't be a test is refused before the model is asked.
  await readForTest(log.id);
  const { data: reply } = await explainError(actor, { id, logId: log.id }, signal);
  if (!reply.ok || reply.change === null) return { data: { reply, ...ONLY_EXPLAINED } };
  const { data: test } = await keepFailedRun(actor, { id: log.id });
  const words = reply.explanation;
  const { data: proposal } = await createProposal(actor, { id, words, proposed: reply.change });
  const testIds = [test.id];
  const before = await runTests(actor, { id, version: 'draft', testIds }, signal);
  const after = await testProposal(actor, { id, proposalId: proposal.id, testIds }, signal);
  const [failed = null] = before.data.results;
  const [passed = null] = after.data.results;
  return { data: { reply, test, proposal, before: failed, after: passed } };
}
