'use client';

import { definitionOf } from '../document/definition-of';
import { useEditorStore } from '../store/editor-context';
import { findImporter } from './find-importer';
import { readImport } from './read-import';

/**
 * Handles a pasted text that describes a whole block of this kind. Returns true if it was one, which then
 * configures the block.
 */
export function usePastedImport(blockId: string): (text: string) => boolean {
  const store = useEditorStore();
  return (text) => {
    const block = store.getState().document.blocks[blockId];
    const definition = block === undefined ? undefined : definitionOf(block.type);
    const found = definition === undefined ? undefined : findImporter(text, definition.type);
    // A text with several requests needs the dialog to choose one.
    if (found === undefined || found.importer.choices !== undefined) return false;
    void readImport(store, found, { text }, { blockId });
    return true;
  };
}
