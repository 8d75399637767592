import { toast } from 'sonner';
import { parseClip } from '../document/clipboard';
import { containerAt } from '../document/container-at';
import { pointInside } from '../document/frames';
import type { Point } from '../document/geometry';
import { pasteClip, placeForPasted } from '../store/block-actions';
import type { EditorStore } from '../store/editor-store';
import { findImporter } from './find-importer';
import { readFiles } from './read-files';
import { readImport } from './read-import';
import { whyUnreadable } from './why-unreadable';

/**
 * Makes blocks of a text that was pasted or dropped: copied blocks, a workflow, or what an importer reads. Of
 * any other text it says why nothing can be made.
 * @param at the pointer's place on the canvas, if it is there
 */
export function takeText(store: EditorStore, text: string, centre: Point, at: Point | undefined): void {
  const clip = parseClip(text);
  if (clip !== null) {
    const spot = at === undefined ? {} : { at: spotAt(store, at) };
    for (const words of new Set(pasteClip(store, clip, spot))) toast.warning(words);
    return;
  }
  const found = findImporter(text);
  if (found === undefined) return void toast.warning(whyUnreadable(text));
  const place = placeForPasted(store, centre, at);
  // One with several requests opens the dialog to choose one.
  if (found.importer.choices === undefined) void readImport(store, found, { text }, { place });
  else store.setState({ importTarget: { place, text } });
}

/** The same with files: several are one set, as an exported collection is. */
export async function takeFiles(
  store: EditorStore,
  files: readonly File[],
  centre: Point,
  at: Point | undefined,
): Promise<void> {
  const text = await readFiles(files);
  if (text !== null) takeText(store, text, centre, at);
}

/** Returns the place of a point, in the container there. */
function spotAt(store: EditorStore, at: Point): { point: Point; parentId: string | undefined } {
  const { document, collapsed } = store.getState();
  const parentId = containerAt(document, at, { closed: collapsed });
  return { point: pointInside(document, parentId, at), parentId };
}
