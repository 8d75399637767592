import type { Client } from '@/lib/platform/http/client';
import type { SharedEvent } from '@/lib/services/shared-edits/schema';
import { getWorkflowEndpoint } from '@/lib/services/workflows/endpoints';
import { editedWorkflow } from '../document/edited-workflow';
import { type EditorStore, replaceDocument } from '../store/editor-store';
import { sayIfOpenWasDeleted } from './say-deleted';

/** The least interval between reads: typing elsewhere creates many versions, each a whole workflow. */
const AT_MOST_EVERY_MS = 1_000;

/** Shows other users' changes to a read-only user. */
export function readAgain(store: EditorStore, client: Client, firstVersion: number) {
  const params = { id: store.getState().workflowId };
  let shown = firstVersion;
  let wanted = firstVersion;
  let isReading = false;

  async function read(): Promise<void> {
    if (isReading || wanted <= shown) return;
    isReading = true;
    try {
      const { data } = await client.call(getWorkflowEndpoint, { params }, {});
      shown = Math.max(shown, data.version);
      const { name, document, liveVersion } = editedWorkflow(data);
      store.setState({ liveVersion });
      sayIfOpenWasDeleted(store.getState(), document);
      replaceDocument(store, document, { name, history: store.getState().history });
    } catch (error) {
      console.debug('The workflow could not be read again; it is tried after the next change.', error);
      wanted = shown;
    }
    setTimeout(() => {
      isReading = false;
      void read();
    }, AT_MOST_EVERY_MS);
  }

  return (event: SharedEvent): void => {
    if (event.kind !== 'changed') return;
    wanted = event.version;
    void read();
  };
}
