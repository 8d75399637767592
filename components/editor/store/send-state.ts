import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BlockPreview, SentBlock } from '@/lib/services/runs/schema';
import { useEditorStore } from './editor-context';
import type { EditorStore } from './editor-store';

export type SendTab = 'request' | 'response' | 'samples' | 'history';

/** One block sent by itself, as far as it has come. */
export interface BlockSend {
  /**
   * `refused`: its request can't be made, `preview` says why. `failed`: the product itself did not answer.
   */
  phase: 'previewed' | 'preparing' | 'sending' | 'done' | 'refused' | 'failed' | 'cancelled';
  preview: BlockPreview | null;
  sent: SentBlock | null;
  /** Why it failed, in words. */
  failure: string | null;
  startedAtMs: number;
}

export interface SendState {
  /** The block whose request and answer are shown; null while they are closed. */
  shownBlockId: string | null;
  tab: SendTab;
  sends: Readonly<Record<string, BlockSend>>;
  /** Outputs typed for blocks that are sent alone, as text, by block id; pinned ones are no part of it. */
  samples: Readonly<Record<string, string>>;
  /** How many were kept in this browser since the editor was opened. */
  kept: number;
}

export type SendStore = StoreApi<SendState>;

const stores = new WeakMap<EditorStore, SendStore>();

/** The sends of one editor; they end with it. */
export function sendStoreOf(editor: EditorStore): SendStore {
  const known = stores.get(editor);
  if (known !== undefined) return known;
  const made = createStore<SendState>(() => ({
    shownBlockId: null,
    tab: 'response',
    sends: {},
    samples: {},
    kept: 0,
  }));
  stores.set(editor, made);
  return made;
}

export function useSendStore(): SendStore {
  return sendStoreOf(useEditorStore());
}

export function useSends<Selected>(select: (state: SendState) => Selected): Selected {
  return useStore(useSendStore(), select);
}

export function isUnderWay(send: BlockSend | undefined): boolean {
  return send?.phase === 'preparing' || send?.phase === 'sending';
}
