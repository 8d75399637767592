import type { ImportResult } from '@/lib/blocks/block';
import { refuseBlockName, uniqueBlockName } from '../document/block-names';
import type { AnyDefinition } from '../document/definition-of';
import { setConfig, setOutputs } from '../document/edit-blocks';
import { insertBlock, refuseBlockType } from '../document/insert-block';
import { commitDocument, type EditorStore } from '../store/editor-store';
import { openBlock, selectOnly } from '../store/selection-actions';

import type { ImportTarget } from './import-target';

/** A block configured by an import, new or in place of what it was, in one undoable step. Its id, or words of refusal. */
export function importBlock(
  store: EditorStore,
  definition: AnyDefinition,
  { config, name, outputs }: ImportResult,
  target: ImportTarget,
): { blockId: string } | { refusal: string } {
  const { document } = store.getState();
  if ('blockId' in target) {
    const block = document.blocks[target.blockId];
    if (block === undefined) return { refusal: 'The block is gone.' };
    // Nothing of the request before stays mixed in; settings that an import doesn't speak of do stay.
    const replaced = definition.fields.filter((field) => field.references !== 'none');
    const cleared = Object.fromEntries(replaced.map((field) => [field.name, undefined]));
    const changed = setOutputs(setConfig(document, block.id, { ...cleared, ...config }), block.id, outputs);
    commitDocument(store, changed, { label: 'Import' });
    return { blockId: block.id };
  }
  const refusal = refuseBlockType(document, definition);
  if (refusal !== null) return { refusal };
  const inserted = insertBlock(document, definition, target.place);
  const block = inserted.document.blocks[inserted.blockId];
  if (block === undefined) return { refusal: 'The block could not be added.' };
  const wanted = uniqueBlockName(document, name ?? block.name);
  const isName = refuseBlockName(document, block.id, wanted) === null;
  const named = { ...block, config, name: isName ? wanted : block.name };
  const blocks = { ...inserted.document.blocks, [block.id]: named };
  const imported = setOutputs({ ...inserted.document, blocks }, block.id, outputs);
  commitDocument(store, imported, { label: 'Import' });
  selectOnly(store, [block.id]);
  openBlock(store, block.id);
  return { blockId: block.id };
}
