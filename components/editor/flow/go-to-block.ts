import type { EditorStore } from '../store/editor-store';
import { revealBlock } from '../store/selection-actions';
import { focusBlock } from './focus-block';
import { bringIntoSight, type Flow } from './view-moves';

/** Opens a block, perhaps at a tab of its form, brings it into sight and gives it the focus. */
export function goToBlock(store: EditorStore, flow: Flow, blockId: string, tab: string | null = null): void {
  revealBlock(store, blockId, tab);
  const show = () => {
    bringIntoSight(flow, blockId);
    focusBlock(blockId);
  };
  // A palette that it was chosen in closes and gives the focus back within a frame.
  requestAnimationFrame(() => requestAnimationFrame(show));
}
