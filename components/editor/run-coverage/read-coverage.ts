import { client } from '@/lib/platform/http/client';
import { getCoverageEndpoint } from '@/lib/services/run-coverage/endpoints';
import type { Coverage } from '@/lib/services/run-coverage/schema';
import { uncoveredOf } from '../store/coverage-state';
import type { EditorStore } from '../store/editor-store';

/** Reads the coverage of the saved draft into the store. */
export async function readCoverage(store: EditorStore, flush: () => Promise<boolean>): Promise<Coverage> {
  const { workflowId, readOnly } = store.getState();
  if (!readOnly && !(await flush()))
    throw new Error('The draft is not saved yet, so its coverage can’t be counted.');
  const { data } = await client.call(getCoverageEndpoint, {
    params: { id: workflowId },
    query: { version: 'draft' },
  });
  store.setState({ coverage: uncoveredOf(data) });
  return data;
}
