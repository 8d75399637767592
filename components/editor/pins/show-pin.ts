import type { EditorStore } from '../store/editor-store';
import type { ShownPin } from '../store/shown-pin';

/** Shows a pin; undefined removes it. */
export const showPin = (store: EditorStore, blockId: string, pin: ShownPin | undefined): void =>
  store.setState(({ pins: { [blockId]: _, ...others } }) => ({
    pins: pin === undefined ? others : { ...others, [blockId]: pin },
  }));

export const nameOf = (store: EditorStore, blockId: string): string =>
  store.getState().document.blocks[blockId]?.name ?? blockId;
