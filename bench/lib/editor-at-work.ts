import { memoryStorage } from '../../components/editor/save/memory-storage.fixture';
import { createSharedEditing } from '../../components/editor/save/shared-editing';
import { setField } from '../../components/editor/store/block-actions';
import { createEditorStore } from '../../components/editor/store/editor-store';
import { WorkflowDocument } from '../../lib/core/workflow/schema';
import { createClient } from '../../lib/platform/http/client';
import { closeDatabase } from '../../lib/platform/postgres/db';
import { databaseTraffic } from '../../lib/platform/postgres/testing/database-traffic';
import { startTestApi } from '../../lib/services/accounts/testing/test-api';
import { mintWorkspace } from '../../lib/services/accounts/testing/test-workspace';
import { cookiesOf } from '../../lib/services/connections/testing/connected';
import { createWorkflow } from '../../lib/services/workflows/create-workflow';
import { saveWorkflow } from '../../lib/services/workflows/save-workflow';
import { requestsInLine } from './bench-workflow';

interface Wire {
  requests: number;
  sentBytes: number;
  receivedBytes: number;
}

/** Starts the API on its own port, and editors that call it, all in this process. */
export async function openBench() {
  const api = await startTestApi();
  const { owner: actor, workspaceId } = await mintWorkspace();
  const cookie = await cookiesOf(actor);

  async function openEditor(blocks: number) {
    const document = WorkflowDocument.parse(requestsInLine(blocks));
    const { data: workflow } = await createWorkflow(actor, { workspaceId, name: 'Bench', document });
    const wire: Wire = { requests: 0, sentBytes: 0, receivedBytes: 0 };
    const client = createClient({ baseUrl: api.origin, fetch: countingFetch(wire, cookie) });
    const store = createEditorStore({ workflow, readOnly: false });
    const drafts = { count: 0, characters: 0 };
    const editing = createSharedEditing({
      store,
      client,
      workflow,
      tabId: 'bench',
      left: [],
      onSaved: () => {},
      onRestored: () => {},
      onLost: () => {},
      storage: countingStorage(drafts),
    });
    let typed = 0;
    const type = (where: 'first' | 'last') => {
      typed += 1;
      const id = where === 'first' ? 'b1' : `b${blocks - 1}`;
      setField(store, id, 'url', `https://example.com/${typed}`);
    };
    const measure = async (work: () => Promise<unknown>) => {
      Object.assign(wire, { requests: 0, sentBytes: 0, receivedBytes: 0 });
      const { roundTrips, sentBytes, receivedBytes } = await databaseTraffic(work);
      return {
        requests: wire.requests,
        wireBytesSent: wire.sentBytes,
        wireBytesReceived: wire.receivedBytes,
        dbRoundTrips: roundTrips,
        dbBytesSent: sentBytes,
        dbBytesReceived: receivedBytes,
      };
    };
    const save = () => {
      type('first');
      return measure(() => editing.flush());
    };
    /** The whole workflow was saved by another client in the meantime: both changes are merged. */
    const saveOvertaken = async () => {
      const theirs = { ...document, edges: document.edges.slice(1) };
      await saveWorkflow(actor, { id: workflow.id, document: theirs });
      return save();
    };
    return {
      type,
      save,
      saveOvertaken,
      close: () => editing.stop(),
      draftsWritten: () => ({ ...drafts }),
    };
  }

  return {
    openEditor,
    close: async () => {
      await api.close();
      await closeDatabase();
    },
  };
}

/** Counts bodies; the headers are the same few hundred bytes in every call. */
function countingFetch(wire: Wire, cookie: string): typeof fetch {
  return async (address, init) => {
    const headers = { ...init?.headers, cookie, 'sec-fetch-site': 'same-origin' };
    const response = await fetch(address, { ...init, headers });
    wire.requests += 1;
    wire.sentBytes += Buffer.byteLength(String(init?.body ?? ''));
    wire.receivedBytes += (await response.clone().arrayBuffer()).byteLength;
    return response;
  };
}

/** Returns a storage that counts the stored text. */
function countingStorage(written: { count: number; characters: number }): Storage {
  const storage = memoryStorage();
  const setItem = (key: string, value: string) => {
    written.count += 1;
    written.characters += value.length;
    storage.setItem(key, value);
  };
  return { ...storage, setItem };
}
