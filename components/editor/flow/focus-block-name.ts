import type { EditorStore } from '../store/editor-store';
import { openBlock } from '../store/selection-actions';

/** Opens a block with its name ready to be typed over. */
export function renameByHand(store: EditorStore, blockId: string): void {
  openBlock(store, blockId);
  // After a menu it was chosen in has given the focus back, and the panel is drawn.
  setTimeout(() => document.querySelector<HTMLInputElement>('input[aria-label="Block name"]')?.focus());
}
