import { client } from '@/lib/platform/http/client';
import { runTestsEndpoint } from '@/lib/services/run-tests/endpoints';
import { errorWords } from '../../page/error-words';
import type { EditorStore } from '../store/editor-store';
import { afterTestRun } from '../store/test-state';

/** Runs tests on the saved draft, by default all; does nothing while some run. */
export async function runWorkflowTests(
  store: EditorStore,
  flush: () => Promise<boolean>,
  testIds?: readonly string[],
): Promise<void> {
  const { workflowId, readOnly, tests } = store.getState();
  if (tests.running !== null) return;
  const running = testIds === undefined ? 'all' : new Set(testIds);
  store.setState({ testsOpen: true, tests: { ...tests, running, error: null } });
  try {
    if (!readOnly && !(await flush())) throw new Error('The draft is not saved yet, so its tests can’t run.');
    const { document } = store.getState();
    const body = { version: 'draft' as const, ...(testIds && { testIds: [...testIds] }) };
    const { data } = await client.call(runTestsEndpoint, { params: { id: workflowId }, body });
    const isOfAll = testIds === undefined;
    store.setState(({ tests: before }) => ({
      tests: afterTestRun(before, data.results, { isOfAll, document }),
    }));
  } catch (error) {
    store.setState(({ tests: before }) => ({
      tests: { ...before, running: null, error: errorWords(error) },
    }));
  }
}
