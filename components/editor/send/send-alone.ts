import { ApiError, type Client } from '@/lib/platform/http/client';
import { previewBlockEndpoint, sendBlockEndpoint } from '@/lib/services/runs/endpoints';
import type { EditorStore } from '../store/editor-store';
import { type BlockSend, isUnderWay, type SendTab, sendStoreOf } from '../store/send-state';

export interface AloneInput {
  editor: EditorStore;
  client: Client;
  blockId: string;
  /** Outputs of the blocks before, by slug. */
  samples: Record<string, unknown>;
}

/** Of sends under way, by editor and block: how they are cancelled. */
const connections = new WeakMap<EditorStore, Map<string, AbortController>>();

/** Shows the request that would go out, and then sends it as it stands in the editor, saved or not. */
export async function sendAlone(input: AloneInput): Promise<void> {
  const { editor, client, blockId } = input;
  const store = sendStoreOf(editor);
  if (isUnderWay(store.getState().sends[blockId])) return;
  const signal = connect(editor, blockId);
  const update = updater(editor, blockId, signal);
  update(
    { phase: 'preparing', preview: null, sent: null, failure: null, startedAtMs: Date.now() },
    'request',
  );
  try {
    const { data: preview } = await client.call(previewBlockEndpoint, argsOf(input), { signal });
    if (preview.problems.length > 0) return update({ phase: 'refused', preview }, 'request');
    update({ phase: 'sending', preview, startedAtMs: Date.now() });
    const { data: sent } = await client.call(sendBlockEndpoint, argsOf(input), { signal });
    update({ phase: 'done', sent }, 'response');
  } catch (error) {
    if (signal.aborted) update({ phase: 'cancelled' }, 'response');
    else update({ phase: 'failed', failure: wordsFor(error) }, 'response');
  }
}

/** Shows the request that would go out now; sends nothing. */
export async function previewAlone(input: AloneInput, signal: AbortSignal): Promise<void> {
  const { editor, client, blockId } = input;
  const store = sendStoreOf(editor);
  try {
    const { data: preview } = await client.call(previewBlockEndpoint, argsOf(input), { signal });
    const before = store.getState().sends[blockId];
    if (signal.aborted || isUnderWay(before)) return;
    const fresh = { phase: 'previewed', sent: null, failure: null, startedAtMs: Date.now() } as const;
    setSend(editor, blockId, { ...(before ?? fresh), preview });
  } catch (error) {
    if (!signal.aborted && !isUnderWay(store.getState().sends[blockId]))
      setSend(editor, blockId, {
        phase: 'failed',
        preview: null,
        sent: null,
        failure: wordsFor(error),
        startedAtMs: Date.now(),
      });
  }
}

export function cancelSend(editor: EditorStore, blockId: string): void {
  connections.get(editor)?.get(blockId)?.abort();
}

function connect(editor: EditorStore, blockId: string): AbortSignal {
  const open = connections.get(editor) ?? new Map<string, AbortController>();
  connections.set(editor, open);
  const controller = new AbortController();
  open.set(blockId, controller);
  return controller.signal;
}

/** Writes what has come of one send. */
function updater(editor: EditorStore, blockId: string, signal: AbortSignal) {
  return (part: Partial<BlockSend>, tab?: SendTab) => {
    const isCurrent = connections.get(editor)?.get(blockId)?.signal === signal;
    const before = sendStoreOf(editor).getState().sends[blockId];
    if (!isCurrent) return;
    setSend(editor, blockId, { ...(before as BlockSend), ...part });
    if (tab !== undefined && sendStoreOf(editor).getState().shownBlockId === blockId)
      sendStoreOf(editor).setState({ tab });
  };
}

function setSend(editor: EditorStore, blockId: string, send: BlockSend): void {
  sendStoreOf(editor).setState(({ sends }) => ({ sends: { ...sends, [blockId]: send } }));
}

function argsOf({ editor, blockId, samples }: AloneInput) {
  const { workflowId, document } = editor.getState();
  return { params: { id: workflowId, blockId }, body: { document, samples, input: {} } };
}

function wordsFor(error: unknown): string {
  if (!(error instanceof ApiError))
    return 'The server can’t be reached. Check the connection, then send again.';
  const details = error.problem.errors?.map((issue) => issue.message) ?? [];
  return details.length > 0 ? [...new Set(details)].join(' ') : error.message;
}
