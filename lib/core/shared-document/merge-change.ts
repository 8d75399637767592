import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { sameJson } from '../workflow/same-json';
import type { Block, BlockGroup, WorkflowDocument } from '../workflow/schema';
import { repairDocument } from './repair-document';
import { readBlock, sharedBlock, writeBlock } from './shared-block';
import { mergeList } from './shared-list';

/**
 * Applies the change from `before` to `after` to `onto`, which may have been changed differently
 * meanwhile: texts are merged by character. Parts that neither changed stay the same object.
 */
export function mergeChange(
  before: WorkflowDocument,
  after: WorkflowDocument,
  onto: WorkflowDocument,
): WorkflowDocument {
  if (before === onto) return after;
  if (before === after) return onto;
  const blocks = mergeBlocks(before.blocks, after.blocks, onto.blocks);
  const settings = sameJson(before.settings, after.settings) ? onto.settings : after.settings;
  const groups = mergeList(before.groups ?? NO_GROUPS, after.groups ?? NO_GROUPS, onto.groups ?? NO_GROUPS);
  const { settings: _, groups: __, ...bare } = onto;
  const merged = {
    ...bare,
    ...(settings === undefined ? {} : { settings }),
    ...(groups.length === 0 ? {} : { groups }),
    blocks,
    edges: mergeList(before.edges, after.edges, onto.edges),
  };
  return repairDocument(merged, Object.keys(blocks));
}

const NO_GROUPS: BlockGroup[] = [];

type Blocks = Record<string, Block>;

function mergeBlocks(before: Blocks, after: Blocks, onto: Blocks): Blocks {
  const merged = new Map(Object.entries(onto));
  for (const [id, block] of Object.entries(before)) {
    const mine = after[id];
    if (mine === undefined) merged.delete(id);
    else if (mine !== block && merged.has(id)) merged.set(id, mergeBlock(block, mine, onto[id] as Block));
  }
  for (const [id, block] of Object.entries(after))
    if (before[id] === undefined && !merged.has(id)) merged.set(id, block);
  return Object.fromEntries(merged);
}

function mergeBlock(before: Block, after: Block, onto: Block): Block {
  if (onto === before || sameJson(onto, before)) return after;
  const common = new Doc();
  common.getMap('blocks').set('one', sharedBlock(before, 0));
  const [mine, theirs] = [after, onto].map((block) => {
    const doc = new Doc();
    applyUpdate(doc, encodeStateAsUpdate(common));
    doc.transact(() => writeBlock(doc.getMap('blocks').get('one') as ReturnType<typeof sharedBlock>, block));
    return doc;
  }) as [Doc, Doc];
  applyUpdate(theirs, encodeStateAsUpdate(mine));
  const merged = readBlock(onto.id, theirs.getMap('blocks').get('one'), onto) ?? onto;
  for (const doc of [common, mine, theirs]) doc.destroy();
  return merged;
}
