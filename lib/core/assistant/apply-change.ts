import type { Block, Edge, WorkflowDocument } from '../workflow/schema';
import type { ChangedBlock, EdgeEnds, ProposedChange } from './change';

/**
 * Returns the document with the change applied. Parts of the change about a block that was removed or
 * got another type meanwhile are left out. New blocks have no position yet.
 */
export function applyChange(document: WorkflowDocument, change: ProposedChange): WorkflowDocument {
  const removed = withMembers(document, change.removedBlocks);
  const blocks = new Map(Object.entries(document.blocks).filter(([id]) => !removed.has(id)));
  for (const changed of change.blocks) {
    const block = changedBlock(blocks.get(changed.id), changed);
    if (block !== null && !removed.has(changed.id)) blocks.set(changed.id, block);
  }
  const gone = new Set(change.removedEdges.map(endsOf));
  const isThere = ({ source, target }: EdgeEnds) => blocks.has(source) && blocks.has(target);
  const edges = document.edges.filter((edge) => isThere(edge) && !gone.has(endsOf(edge)));
  for (const ends of change.edges)
    if (isThere(ends) && !edges.some((edge) => endsOf(edge) === endsOf(ends)))
      edges.push({ id: unusedId(ends, edges), ...ends });
  return { ...document, blocks: Object.fromEntries(blocks), edges };
}

/**
 * Returns the change without its effects on these blocks: connections of new ones among them are left
 * out, and a connection that one of them was to be inserted into stays.
 */
export function withoutBlocks(
  change: ProposedChange,
  left: ReadonlySet<string>,
  document: WorkflowDocument,
): ProposedChange {
  const missing = new Set([...left].filter((id) => document.blocks[id] === undefined));
  const wasBetween = ({ source, target }: EdgeEnds): boolean =>
    [...missing].some(
      (id) =>
        change.edges.some((edge) => edge.source === source && edge.target === id) &&
        change.edges.some((edge) => edge.source === id && edge.target === target),
    );
  return {
    blocks: change.blocks.filter(({ id, parentId }) => !left.has(id) && !missing.has(parentId ?? '')),
    removedBlocks: change.removedBlocks.filter((id) => !left.has(id)),
    edges: change.edges.filter(({ source, target }) => !missing.has(source) && !missing.has(target)),
    removedEdges: change.removedEdges.filter((ends) => !wasBetween(ends)),
  };
}

/** Returns null if the change can't be made. */
function changedBlock(before: Block | undefined, changed: ChangedBlock): Block | null {
  const { id, type, name, enabled, parentId } = changed;
  if (before === undefined) {
    if (type === undefined || name === undefined) return null;
    const inside = parentId === undefined ? {} : { parentId };
    const place = { position: { x: 0, y: 0 }, enabled: enabled ?? true };
    return { id, type, name, ...place, config: mergedConfig({}, changed), ...inside };
  }
  if (type !== undefined && type !== before.type) return null;
  return { ...before, enabled: enabled ?? before.enabled, config: mergedConfig(before.config, changed) };
}

const mergedConfig = (before: Block['config'], { config }: ChangedBlock): Block['config'] =>
  Object.fromEntries(Object.entries({ ...before, ...config }).filter(([, value]) => value !== null));

/** Returns the ids of these blocks and of everything inside them. */
function withMembers({ blocks }: WorkflowDocument, ids: readonly string[]): ReadonlySet<string> {
  const found = new Set(ids);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { id, parentId } of Object.values(blocks))
      if (parentId !== undefined && found.has(parentId)) found.add(id);
  }
  return found;
}

const endsOf = ({ source, sourceHandle, target, targetHandle }: EdgeEnds): string =>
  [source, sourceHandle, target, targetHandle].join(' ');

const LONGEST_PART = 24;

function unusedId({ source, target }: EdgeEnds, edges: readonly Edge[]): string {
  const used = new Set(edges.map(({ id }) => id));
  const wanted = `${source.slice(0, LONGEST_PART)}-${target.slice(0, LONGEST_PART)}`;
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? wanted : `${wanted}-${count}`;
    if (!used.has(id)) return id;
  }
}
