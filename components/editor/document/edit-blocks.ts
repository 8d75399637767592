import { changeConfigTexts } from '@/lib/core/blocks/change-texts';
import { keepShapes, type ValueShape } from '@/lib/core/blocks/value-shape';
import { type Renames, renameAt, type TextPlace } from '@/lib/core/blocks/whole-outputs-at';
import { slugOf } from '@/lib/core/references/slug';
import type { Block, Edge, WorkflowDocument } from '@/lib/core/workflow/schema';
import { sameConnection } from './connection-rules';
import { definitionOf, portsOf } from './definition-of';
import { outermost, withMembers } from './frames';
import type { Point, Size } from './geometry';

export function moveBlocks(
  document: WorkflowDocument,
  positions: ReadonlyMap<string, Point>,
): WorkflowDocument {
  return mapBlocks(document, (block) => {
    const position = positions.get(block.id);
    if (position === undefined) return block;
    const rounded = { x: Math.round(position.x), y: Math.round(position.y) };
    const stays = rounded.x === block.position.x && rounded.y === block.position.y;
    return stays ? block : { ...block, position: rounded };
  });
}

/** Sets a field of the config; `undefined` removes the key, so that the default applies again. */
export function setConfigField(
  document: WorkflowDocument,
  blockId: string,
  field: string,
  value: unknown,
): WorkflowDocument {
  return setConfig(document, blockId, { [field]: value });
}

/**
 * Sets several keys in one step, each as in `setConfigField`. Edges of ports that the block no longer has
 * are removed.
 */
export function setConfig(
  document: WorkflowDocument,
  blockId: string,
  part: Readonly<Record<string, unknown>>,
): WorkflowDocument {
  const before = document.blocks[blockId];
  if (before === undefined) return document;
  const changes = Object.entries(part).filter(([key, value]) => !Object.is(before.config[key], value));
  if (changes.length === 0) return document;
  const config = Object.entries({ ...before.config, ...Object.fromEntries(changes) });
  const after = { ...before, config: Object.fromEntries(config.filter(([, value]) => value !== undefined)) };
  const changed = { ...document, blocks: { ...document.blocks, [blockId]: after } };
  const left = new Set(portsOf(after).map((port) => port.id));
  const removed = new Set(portsOf(before).flatMap((port) => (left.has(port.id) ? [] : [port.id])));
  if (removed.size === 0) return changed;
  return removeEdges(
    changed,
    new Set(
      changed.edges
        .filter((edge) => edge.source === blockId && removed.has(edge.sourceHandle))
        .map((edge) => edge.id),
    ),
  );
}

/** Sets the size of a container's frame; undefined: as small as its members allow. */
export function setSize(
  document: WorkflowDocument,
  blockId: string,
  size: Size | undefined,
): WorkflowDocument {
  return mapBlocks(document, (block) => {
    if (block.id !== blockId) return block;
    const { size: _, ...bare } = block;
    if (size === undefined) return block.size === undefined ? block : bare;
    return { ...bare, size: { width: Math.round(size.width), height: Math.round(size.height) } };
  });
}

/** Sets the known shapes of a block's outputs, from its import; undefined when nothing is known. */
export function setOutputs(
  document: WorkflowDocument,
  blockId: string,
  outputs: Readonly<Record<string, ValueShape>> | undefined,
): WorkflowDocument {
  return mapBlocks(document, (block) => {
    if (block.id !== blockId) return block;
    const { outputs: _, ...bare } = block;
    return outputs === undefined ? bare : { ...bare, outputs: keepShapes(outputs) };
  });
}

export function setEnabled(
  document: WorkflowDocument,
  ids: ReadonlySet<string>,
  enabled: boolean,
): WorkflowDocument {
  return mapBlocks(document, (block) =>
    ids.has(block.id) && block.enabled !== enabled ? { ...block, enabled } : block,
  );
}

/** Renames a block and rewrites every reference to it. */
export function renameBlock(document: WorkflowDocument, blockId: string, name: string): WorkflowDocument {
  const before = document.blocks[blockId];
  if (before === undefined || before.name === name) return document;
  const from = slugOf(before.name);
  const to = slugOf(name);
  const slugs = new Set(Object.values(document.blocks).map((block) => slugOf(block.name)));
  const renames = { to: new Map([[from, to]]), slugs };
  return mapBlocks(document, (block) => {
    const config = from === to ? block.config : renameInConfig(block, renames);
    if (block.id === blockId) return { ...block, name, config };
    return config === block.config ? block : { ...block, config };
  });
}

/** Returns the config with references to renamed blocks; the same object when there are none. */
export const renameInConfig = (block: Block, renames: Renames): Block['config'] =>
  changeTexts(block, (text, place) => renameAt(text, place, renames));

/**
 * Changes the texts of the config that may contain references: of one field, or of all. Returns the same
 * object when none is changed.
 */
export const changeTexts = (
  block: Block,
  change: (text: string, place: TextPlace) => string,
  only?: string,
): Block['config'] => changeConfigTexts(block.config, definitionOf(block.type)?.fields ?? [], change, only);

/**
 * Removes blocks with their members and edges. If a single block is removed from the middle of a line, the
 * line stays connected.
 */
export function removeBlocks(document: WorkflowDocument, ids: ReadonlySet<string>): WorkflowDocument {
  const removed = withMembers(document, ids);
  const blocks = Object.fromEntries(Object.entries(document.blocks).filter(([id]) => !removed.has(id)));
  const edges = document.edges.filter((edge) => !removed.has(edge.source) && !removed.has(edge.target));
  const [only, ...others] = outermost(document, ids);
  const bridges = only !== undefined && others.length === 0 ? bridge(document, only) : [];
  return { ...document, blocks, edges: [...edges, ...bridges] };
}

function bridge(document: WorkflowDocument, id: string): Edge[] {
  const incoming = document.edges.filter((edge) => edge.target === id);
  const outgoing = document.edges.filter((edge) => edge.source === id);
  const [before] = incoming;
  const [after] = outgoing;
  const block = document.blocks[id];
  if (block === undefined || before === undefined || after === undefined) return [];
  if (incoming.length !== 1 || outgoing.length !== 1) return [];
  // A connection from an error port must not become the normal path.
  const port = portsOf(block).find((candidate) => candidate.id === after.sourceHandle);
  if (port?.kind !== 'normal') return [];
  const joined = { ...before, target: after.target, targetHandle: after.targetHandle };
  return document.edges.some((edge) => sameConnection(edge, joined)) ? [] : [joined];
}

export function removeEdges(document: WorkflowDocument, ids: ReadonlySet<string>): WorkflowDocument {
  const edges = document.edges.filter((edge) => !ids.has(edge.id));
  return edges.length === document.edges.length ? document : { ...document, edges };
}

/** Keeps the document's identity when no block changed. */
export function mapBlocks(document: WorkflowDocument, change: (block: Block) => Block): WorkflowDocument {
  let changed = false;
  const blocks = Object.fromEntries(
    Object.entries(document.blocks).map(([id, block]) => {
      const next = change(block);
      changed ||= next !== block;
      return [id, next];
    }),
  );
  return changed ? { ...document, blocks } : document;
}
