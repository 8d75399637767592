import { isAllowedBy, suggestRules } from '../../core/run-tests/suggest-rules';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { findLog } from '../logs/get-log';
import { readRunTest, type TestKey } from './find-run-test';
import { recordedContent } from './recorded-content';
import type { RuleSuggestion } from './schema';

/**
 * Suggests rules under which another run of the workflow passes a test, besides those it has.
 * @throws AppError not_found, forbidden, payload_too_large, request_timeout; conflict for a run of another
 * workflow, or one that can't be a test
 */
export async function suggestForLog(
  actor: Actor,
  { logId, ...key }: TestKey & { logId: string },
  signal: AbortSignal,
): Promise<{ data: RuleSuggestion }> {
  const { test, content } = await readRunTest(actor, key, 'reader');
  const log = await findLog(actor, logId);
  if (log.workflowId !== test.workflowId)
    throw new AppError('conflict', 'This run is of another workflow. Choose one of the test’s workflow.');
  const other = await recordedContent(log.id, signal);
  const { rules, isComplete } = suggestRules(content.expected, other.content.expected);
  return { data: { rules: rules.filter((rule) => !isAllowedBy(test.rules, rule)), isComplete } };
}
