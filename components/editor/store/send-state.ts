import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BlockPreview, SentBlock } from '@/lib/services/runs/schema';
import { useEditorStore } from './editor-context';
import type { EditorStore } from './editor-store';

export type SendTab = 'request' | 'response' | 'samples' | 'history';

/** The state of one block sent alone. */
export interface BlockSend {
  /**
   * `refused`: its request can't be built, `preview` has the reason. `failed`: the product didn't respond.
   */
  phase: 'previewed' | 'preparing' | 'sending' | 'done' | 'refused' | 'failed' | 'cancelled';
  preview: BlockPreview | null;
  sent: SentBlock | null;
  /** The reason of the failure. */
  failure: string | null;
  startedAtMs: number;
}

export interface SendState {
  /** The block whose request and response are shown; null while they are closed. */
  shownBlockId: string | null;
  tab: SendTab;
  sends: Readonly<Record<string, BlockSend>>;
  /** Typed outputs for sending blocks alone, as text, by block id; without pinned ones. */
  samples: Readonly<Record<string, string>>;
  /** The number of sends stored in this browser since the editor was opened. */
  kept: number;
}

export type SendStore = StoreApi<SendState>;

const stores = new WeakMap<EditorStore, SendStore>();

/** Returns the sends of one editor, which end with it. */
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
