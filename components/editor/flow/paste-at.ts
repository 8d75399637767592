import { toast } from 'sonner';
import { parseClip } from '../document/clipboard';
import { containerAt } from '../document/container-at';
import { pointInside } from '../document/frames';
import type { Point } from '../document/geometry';
import { pasteClip } from '../store/block-actions';
import type { EditorStore } from '../store/editor-store';

/**
 * Pastes blocks from the clipboard at a point of the canvas, by a menu. The browser may ask for permission
 * first; users who decline can use the key, which needs none.
 */
export async function pasteAt(store: EditorStore, at: Point): Promise<void> {
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    toast.warning('The browser doesn’t let this page read the clipboard. Paste with the keyboard instead.');
    return;
  }
  const clip = parseClip(text);
  if (clip === null) {
    toast.warning('There are no blocks on the clipboard. Copy some first, or use Import here.');
    return;
  }
  const { document, collapsed } = store.getState();
  const parentId = containerAt(document, at, { closed: collapsed });
  const spot = { point: pointInside(document, parentId, at), parentId };
  for (const words of new Set(pasteClip(store, clip, { at: spot }))) toast.warning(words);
}
