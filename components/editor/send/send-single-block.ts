import { ApiError, type Client } from '@/lib/platform/http/client';
import { previewBlockEndpoint, sendBlockEndpoint } from '@/lib/services/runs/endpoints';
import type { SentBlock } from '@/lib/services/runs/schema';
import { definitionOf } from '../document/definition-of';
import { keepSend } from '../history/send-history';
import type { EditorStore } from '../store/editor-store';
import { type BlockSend, isUnderWay, sendStoreOf } from '../store/send-state';

export interface SingleBlockInput {
  editor: EditorStore;
  client: Client;
  blockId: string;
  /** Outputs of the blocks before, by slug. */
  samples: Record<string, unknown>;
  /** The sender's id: other users of this browser don’t see the send in the history. */
  userId: string;
}

/** Abort controllers of active sends, by editor and block. */
const connections = new WeakMap<EditorStore, Map<string, AbortController>>();

/** Prepares the request, then sends the block as it is in the editor, saved or not. */
export async function sendSingleBlock(input: SingleBlockInput): Promise<void> {
  const { editor, client, blockId } = input;
  const store = sendStoreOf(editor);
  if (isUnderWay(store.getState().sends[blockId])) return;
  const signal = connect(editor, blockId);
  const update = updater(editor, blockId, signal);
  const end = (part: Partial<BlockSend>) => {
    update(part);
    showResponse(editor, blockId);
  };
  update({ phase: 'preparing', preview: null, sent: null, failure: null, startedAtMs: Date.now() });
  try {
    const { data: preview } = await client.call(previewBlockEndpoint, argsOf(input), { signal });
    if (preview.problems.length > 0) return update({ phase: 'refused', preview });
    update({ phase: 'sending', preview, startedAtMs: Date.now() });
    const { data: sent } = await client.call(sendBlockEndpoint, argsOf(input), { signal });
    end({ phase: 'done', sent });
    void keep(input, sent);
  } catch (error) {
    if (signal.aborted) end({ phase: 'cancelled' });
    else end({ phase: 'failed', failure: wordsFor(error) });
  }
}

/** Stores the result for the block's history. */
async function keep({ editor, blockId, userId }: SingleBlockInput, sent: SentBlock): Promise<void> {
  const { workflowId, document } = editor.getState();
  const { outsideWork } = definitionOf(document.blocks[blockId]?.type ?? '') ?? {};
  try {
    await keepSend({ userId, workflowId, blockId }, sent, outsideWork?.request?.outputs);
    sendStoreOf(editor).setState(({ kept }) => ({ kept: kept + 1 }));
  } catch (error) {
    console.warn('This browser has no room left, so the request is not in the history.', error);
  }
}

/** Shows the request that would be sent now; sends nothing. */
export async function previewSingleBlock(
  input: Omit<SingleBlockInput, 'userId'>,
  signal: AbortSignal,
): Promise<void> {
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

/** Returns a function that updates the state of one send. */
function updater(editor: EditorStore, blockId: string, signal: AbortSignal) {
  return (part: Partial<BlockSend>) => {
    const isCurrent = connections.get(editor)?.get(blockId)?.signal === signal;
    const before = sendStoreOf(editor).getState().sends[blockId];
    if (isCurrent) setSend(editor, blockId, { ...(before as BlockSend), ...part });
  };
}

/** Shows the response, unless the user has moved to another tab or block. */
function showResponse(editor: EditorStore, blockId: string): void {
  sendStoreOf(editor).setState(({ shownBlockId, tab }) =>
    shownBlockId === blockId && tab === 'request' ? { tab: 'response' } : {},
  );
}

function setSend(editor: EditorStore, blockId: string, send: BlockSend): void {
  sendStoreOf(editor).setState(({ sends }) => ({ sends: { ...sends, [blockId]: send } }));
}

function argsOf({ editor, blockId, samples }: Omit<SingleBlockInput, 'userId'>) {
  const { workflowId, document } = editor.getState();
  return { params: { id: workflowId, blockId }, body: { document, samples, input: {} } };
}

function wordsFor(error: unknown): string {
  if (!(error instanceof ApiError))
    return 'The server can’t be reached. Check the connection, then send again.';
  const details = error.problem.errors?.map((issue) => issue.message) ?? [];
  return details.length > 0 ? [...new Set(details)].join(' ') : error.message;
}
