import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { compiledSnapshot } from '../runs/compiled/runnable-workflow';
import { runAll } from './run-tests';

const MOST_NAMED = 5;

/**
 * Checks a draft that is about to be published, whose snapshot is stored: all tests of its workflow pass, if
 * its workspace wants that. @throws AppError conflict with the names of those that fail
 */
export async function requirePassingTests(
  { workspaceId, workflowId }: { workspaceId: string; workflowId: string },
  snapshotHash: string,
): Promise<void> {
  const where = { id: workspaceId };
  const { publishNeedsTests } = await prisma().workspace.findUniqueOrThrow({
    where,
    select: { publishNeedsTests: true },
  });
  if (!publishNeedsTests) return;
  const compiled = await compiledSnapshot(workflowId, snapshotHash);
  const tested = { workspaceId, compiled, version: null };
  const { results, failed, total } = await runAll(workflowId, tested, {}, new AbortController().signal);
  if (failed === 0) return;
  const failing = results.filter(({ status }) => status === 'failed');
  const names = failing.slice(0, MOST_NAMED).map(({ name }) => `“${name}”`);
  const more = failed > MOST_NAMED ? ` and ${failed - MOST_NAMED} more` : '';
  throw new AppError(
    'conflict',
    `${failed} of ${total} tests fail: ${names.join(', ')}${more}. ` +
      'This workspace publishes only with passing tests: correct the draft, or accept its results.',
    { extensions: { failedTests: failing.map(({ testId: id, name }) => ({ id, name })) } },
  );
}
