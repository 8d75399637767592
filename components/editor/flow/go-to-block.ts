import type { EditorStore } from '../store/editor-store';
import { revealBlock } from '../store/selection-actions';
import { focusBlock } from './focus-block';
import { type Flow, revealInViewport } from './view-moves';

/** Opens a block, optionally at a tab of its form, scrolls it into sight and focuses it. */
export function goToBlock(store: EditorStore, flow: Flow, blockId: string, tab: string | null = null): void {
  revealBlock(store, blockId, tab);
  const show = () => {
    revealInViewport(flow, blockId);
    focusBlock(blockId);
  };
  // The palette it was chosen in closes and returns the focus within a frame.
  requestAnimationFrame(() => requestAnimationFrame(show));
}
