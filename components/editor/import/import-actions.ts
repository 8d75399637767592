import type { ImportResult } from '@/lib/core/blocks/import-export';
import { refuseBlockName, uniqueBlockName } from '../document/block-names';
import { type AnyDefinition, onwardPort } from '../document/definition-of';
import { setConfig, setOutputs } from '../document/edit-blocks';
import { insertBlock, whyNotBlockType } from '../document/insert-block';
import { shortId } from '../document/short-id';
import { whyTooMany } from '../document/size-limits';
import { commitDocument, type EditorStore } from '../store/editor-store';
import type { ImportTarget } from '../store/import-target';
import { openBlock, selectOnly } from '../store/selection-actions';

/**
 * Configures a block by an import, a new one or an existing one, in one undoable step. Returns its id, or
 * the reason of a refusal.
 */
export function importBlock(
  store: EditorStore,
  definition: AnyDefinition,
  { config, name, outputs }: ImportResult,
  target: ImportTarget,
  /** Imports with the same key are one undoable step. */
  mergeKey?: string,
): { blockId: string } | { refusal: string } {
  const { document } = store.getState();
  const step = { label: 'Import', ...(mergeKey === undefined ? {} : { mergeKey }) };
  if ('blockId' in target) {
    const block = document.blocks[target.blockId];
    if (block === undefined) return { refusal: 'The block no longer exists.' };
    // The previous request is replaced completely; settings that no import contains stay.
    const replaced = definition.fields.filter((field) => field.references !== 'none');
    const cleared = Object.fromEntries(replaced.map((field) => [field.name, undefined]));
    const changed = setOutputs(setConfig(document, block.id, { ...cleared, ...config }), block.id, outputs);
    commitDocument(store, changed, step);
    return { blockId: block.id };
  }
  const refusal = whyNotBlockType(document, definition, target.place);
  if (refusal !== null) return { refusal };
  const inserted = insertBlock(document, definition, target.place);
  const block = inserted.document.blocks[inserted.blockId];
  if (block === undefined) return { refusal: 'The block could not be added.' };
  const wanted = uniqueBlockName(document, name ?? block.name);
  const isName = refuseBlockName(document, block.id, wanted) === null;
  const named = { ...block, config, name: isName ? wanted : block.name };
  const blocks = { ...inserted.document.blocks, [block.id]: named };
  const imported = setOutputs({ ...inserted.document, blocks }, block.id, outputs);
  commitDocument(store, imported, step);
  selectOnly(store, [block.id]);
  openBlock(store, block.id);
  return { blockId: block.id };
}

/**
 * Adds several requests of one text as connected blocks, in one undoable step. Returns their ids, or the
 * reason of a refusal.
 */
export function importBlocks(
  store: EditorStore,
  definition: AnyDefinition,
  results: readonly ImportResult[],
  target: ImportTarget,
): { blockIds: string[] } | { refusal: string } {
  const added = 'blockId' in target ? results.length - 1 : results.length;
  const refusal = whyTooMany(store.getState().document, { blocks: added, edges: added });
  if (refusal !== null) return { refusal };
  const blockIds: string[] = [];
  const mergeKey = `import ${shortId()}`;
  let next = target;
  for (const result of results) {
    const imported = importBlock(store, definition, result, next, mergeKey);
    if ('refusal' in imported) return blockIds.length === 0 ? imported : { blockIds };
    blockIds.push(imported.blockId);
    const block = store.getState().document.blocks[imported.blockId];
    const out = block && onwardPort(block);
    next = { place: { kind: 'output', blockId: imported.blockId, handle: out?.id ?? 'out' } };
  }
  selectOnly(store, blockIds);
  openBlock(store, blockIds[0] ?? null);
  return { blockIds };
}

/** Removes the rows of these keys, in one undoable step. */
export function dropRows(
  store: EditorStore,
  parts: ReadonlyArray<{ blockId: string; field: string; keys: readonly string[] }>,
): void {
  const changed = parts.reduce((document, { blockId, field, keys }) => {
    const rows = document.blocks[blockId]?.config[field];
    if (!Array.isArray(rows)) return document;
    const kept = rows.filter((row) => !keys.includes(row?.key));
    return setConfig(document, blockId, { [field]: kept });
  }, store.getState().document);
  commitDocument(store, changed, { label: 'Remove browser headers' });
}
