import { toast } from 'sonner';
import { localStore } from '../../ui/browser-storage';
import { keepInStorage } from '../../ui/keep-in-storage';
import type { EditorStore } from './editor-store';

const KEY = 'millrace:canvas-lock';
const LOCKED = 'locked';
const TOAST_ID = 'canvas-lock';

/** True if this browser's user has locked canvases against accidental moves. */
export const isCanvasLocked = (): boolean => localStore.getItem(KEY) === LOCKED;

/** Locks or unlocks the canvas of every workflow, for this browser's user alone. */
export function lockCanvas(store: EditorStore, locked: boolean): void {
  keepInStorage(localStore, KEY, locked ? LOCKED : null, 'whether the canvas is locked');
  store.setState({ locked });
  toast.info(locked ? 'Canvas locked: blocks stay in place. Select and read as usual.' : 'Canvas unlocked', {
    id: TOAST_ID,
  });
}

/** Says why nothing happened. @returns true if the canvas is locked */
export function refuseLocked(store: EditorStore): boolean {
  if (!store.getState().locked) return false;
  toast.warning('The canvas is locked. Unlock it in the tools at the lower left.', { id: TOAST_ID });
  return true;
}
