import { withoutContainers } from '@/lib/core/workflow/containers';
import { sameJson } from '@/lib/core/workflow/same-json';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';

/**
 * Both sides' changes since `base` in one document; null where they changed the same block or connection
 * differently, or one changed what the other removed.
 */
export function mergeDocuments(
  base: WorkflowDocument,
  mine: WorkflowDocument,
  theirs: WorkflowDocument,
): WorkflowDocument | null {
  const blocks = mergeRecords(base.blocks, mine.blocks, theirs.blocks);
  const edges = mergeRecords(byId(base.edges), byId(mine.edges), byId(theirs.edges));
  const settings = mergeItem(base.settings, mine.settings, theirs.settings);
  if (blocks === null || edges === null || settings === CLASH) return null;
  const connected = Object.values(edges).filter((edge) => blocks[edge.source] && blocks[edge.target]);
  const { settings: _, ...others } = theirs;
  const kept = settings === undefined ? {} : { settings };
  return withoutContainers({ ...others, ...kept, blocks, edges: connected });
}

function mergeRecords<Item>(
  base: Record<string, Item>,
  mine: Record<string, Item>,
  theirs: Record<string, Item>,
): Record<string, Item> | null {
  const merged: Record<string, Item> = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const item = mergeItem(base[key], mine[key], theirs[key]);
    if (item === CLASH) return null;
    if (item !== undefined) merged[key] = item;
  }
  return merged;
}

const CLASH = Symbol('clash');

function mergeItem<Item>(base: Item | undefined, mine: Item | undefined, theirs: Item | undefined) {
  if (sameJson(mine, theirs) || sameJson(mine, base)) return theirs;
  return sameJson(theirs, base) ? mine : CLASH;
}

function byId<Item extends { id: string }>(items: readonly Item[]): Record<string, Item> {
  return Object.fromEntries(items.map((item) => [item.id, item]));
}

export interface DocumentChanges {
  added: string[];
  removed: string[];
  changed: string[];
  /** Connections added or removed. */
  connections: number;
}

/** What differs, by the names of blocks. */
export function changesBetween(before: WorkflowDocument, after: WorkflowDocument): DocumentChanges {
  const oldEdges = new Set(before.edges.map((edge) => edge.id));
  const newEdges = new Set(after.edges.map((edge) => edge.id));
  const changed = (id: string) =>
    before.blocks[id] !== undefined && !sameJson(before.blocks[id], after.blocks[id]);
  return {
    added: Object.values(after.blocks).flatMap((block) => (before.blocks[block.id] ? [] : [block.name])),
    removed: Object.values(before.blocks).flatMap((block) => (after.blocks[block.id] ? [] : [block.name])),
    changed: Object.values(after.blocks).flatMap((block) => (changed(block.id) ? [block.name] : [])),
    connections:
      [...oldEdges].filter((id) => !newEdges.has(id)).length +
      [...newEdges].filter((id) => !oldEdges.has(id)).length,
  };
}
