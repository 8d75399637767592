import type { EditorStore } from '../store/editor-store';
import { openBlock } from '../store/selection-actions';

/** Opens a block with the focus in its name. */
export function renameByHand(store: EditorStore, blockId: string): void {
  openBlock(store, blockId);
  // Waits until the menu it was chosen in has returned the focus, and the panel is drawn.
  setTimeout(() => document.querySelector<HTMLInputElement>('input[aria-label="Block name"]')?.focus());
}
