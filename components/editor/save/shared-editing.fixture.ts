import { mergeChange } from '@/lib/core/shared-document/merge-change';
import { newSharedDocument, type SharedDocument } from '@/lib/core/shared-document/shared-document';
import type { Workflow } from '@/lib/core/workflow/schema';
import { createClient } from '@/lib/platform/http/client';
import { lineDocument } from '../document/line-document.fixture';
import { setField } from '../store/block-actions';
import { createEditorStore } from '../store/editor-store';
import { fromBase64, toBase64 } from './base64';
import { leftEdits } from './local-edits';
import { memoryStorage } from './memory-storage.fixture';
import { createSharedEditing } from './shared-editing';

const workflow = {
  id: 'w',
  workspaceId: 's',
  folderId: null,
  name: 'Flow',
  description: '',
  externalId: null,
  version: 1,
  liveVersion: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  document: lineDocument(),
} satisfies Workflow;

/** Accepts and returns updates, as the product's server does over the same requests. */
export function startServer() {
  let shared = newSharedDocument(workflow);
  let log: Uint8Array[] = [shared.state()];
  let version = 1;
  const state = { isUp: true, isThere: true, sent: 0, epoch: 'e', refuses: null as string | null };
  const place = () => ({ epoch: state.epoch, seq: log.length, workflow: { ...workflow, version } });
  const after = (since: number) => ({ ...place(), updates: log.slice(since).map(toBase64) });
  const answer = (data: unknown) => new Response(JSON.stringify({ data }));
  const client = createClient({
    fetch: async (_, init) => {
      if (!state.isUp) throw new TypeError('Failed to fetch');
      if (!state.isThere) return new Response(JSON.stringify({ detail: 'Not found.' }), { status: 404 });
      if (init?.method !== 'POST') return answer(after(0));
      state.sent += 1;
      if (state.refuses !== null && String(init.body).length > MAX_SENT)
        return new Response(JSON.stringify({ detail: state.refuses }), { status: 413 });
      const { updates } = JSON.parse(String(init.body)) as { updates: string[] };
      const news = shared.apply(updates.map(fromBase64));
      if (news !== null) {
        log.push(news);
        version += 1;
      }
      return answer(place());
    },
  });
  /** Makes a new document of the workflow, without the history. */
  const beginAnew = () => {
    shared = newSharedDocument(shared.current);
    log = [shared.state()];
    state.epoch += 'e';
  };
  return {
    client,
    state,
    get shared() {
      return shared;
    },
    after,
    beginAnew,
  };
}

const MAX_SENT = 2_000;

export type Server = ReturnType<typeof startServer>;

export async function openEditor(server: Server, storage = memoryStorage(), tabId = 't') {
  const store = createEditorStore({ workflow, readOnly: false });
  store.setState({ mergeChange });
  const restored: string[] = [];
  const lost: string[] = [];
  const editing = createSharedEditing({
    store,
    client: server.client,
    storage,
    tabId,
    workflow: { ...workflow, document: store.getState().document },
    left: leftEdits(storage, 'w', tabId, () => false),
    onSaved: () => {},
    onRestored: () => restored.push('yes'),
    onLost: () => lost.push('yes'),
  });
  let seen = 0;
  /** Delivers the events of the server's stream. */
  const hear = () => {
    const { since = seen } = editing.known();
    const { updates, ...at } = server.after(since);
    seen = at.seq;
    editing.hear({ kind: 'updates', ...at, updates });
  };
  const type = (text: string) => setField(store, 'b', 'url', text);
  const url = () => store.getState().document.blocks.b?.config.url;
  return { store, editing, hear, type, url, restored, lost, storage };
}

export const urlAt = ({ current }: SharedDocument) => current.document.blocks.b?.config.url;
