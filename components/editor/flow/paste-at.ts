import { toast } from 'sonner';
import type { Point } from '../document/geometry';
import { takeText } from '../import/take-text';
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
  if (text.trim() === '') return void toast.warning('There is nothing on the clipboard.');
  takeText(store, text, at, at);
}
