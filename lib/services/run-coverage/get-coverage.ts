import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { PassCount } from '../../core/run-coverage/count-passes';
import { AppError } from '../../platform/errors';
import { processSingleton } from '../../platform/process-singleton';
import type { Actor } from '../access/actor';
import { requireLogsToo } from '../run-tests/require-logs-too';
import { testedVersion } from '../run-tests/run-tests';
import { TestedVersion } from '../run-tests/schema';
import { findWorkflow } from '../workflows/find-workflow';
import { addRuns } from './runs-passing';
import type { Coverage } from './schema';
import { addTests } from './tests-passing';

const busy = (): Set<string> => processSingleton('coverage-workspaces', () => new Set());

/**
 * Counts the tests and recent runs that pass each part of a workflow. Sends and logs nothing.
 * @throws AppError not_found, forbidden, conflict
 */
export async function getCoverage(
  actor: Actor,
  { id, version }: { id: string; version: string },
  signal: AbortSignal,
): Promise<{ data: Coverage }> {
  requireLogsToo(actor);
  const { workspaceId } = await findWorkflow(actor, id, 'reader');
  const tested = await testedVersion(id, readVersion(version));
  if (busy().has(workspaceId))
    throw new AppError(
      'conflict',
      'Coverage of this workspace is being counted already. Wait until that ends.',
    );
  busy().add(workspaceId);
  try {
    const tests = new PassCount(tested.compiled, blockDefinitions);
    const runs = new PassCount(tested.compiled, blockDefinitions);
    const ofTests = await addTests(tests, id, tested, signal);
    const ofRuns = await addRuns(runs, actor, { workspaceId, workflowId: id });
    const items = tests.elements.map((element) => ({
      ...element,
      tests: tests.of(element),
      runs: runs.of(element),
    }));
    return {
      data: {
        version: tested.version,
        items,
        total: items.length,
        passed: items.filter((item) => item.tests + item.runs > 0).length,
        runsRead: ofRuns.read,
        testsRun: ofTests.run,
        notes: [...ofRuns.notes, ...ofTests.notes],
      },
    };
  } finally {
    busy().delete(workspaceId);
  }
}

/** @throws AppError not_found */
function readVersion(text: string): TestedVersion {
  const read = TestedVersion.safeParse(/^\d{1,10}$/.test(text) ? Number(text) : text);
  if (!read.success) throw new AppError('not_found', 'The workflow has no such version.');
  return read.data;
}
