'use client';

import { definitionOf } from '../document/definition-of';
import { useEditorStore } from '../store/editor-context';
import { findImporter } from './find-importer';
import { readImport } from './read-import';

/**
 * Takes a pasted text that describes a whole block of this kind. True when it was one: it is then configured
 * by it.
 */
export function usePastedImport(blockId: string): (text: string) => boolean {
  const store = useEditorStore();
  return (text) => {
    const block = store.getState().document.blocks[blockId];
    const definition = block === undefined ? undefined : definitionOf(block.type);
    const found = definition === undefined ? undefined : findImporter(text, definition.type);
    // One of many in the text has to be chosen first, in the dialog.
    if (found === undefined || found.importer.choices !== undefined) return false;
    void readImport(store, found, { text }, { blockId });
    return true;
  };
}
