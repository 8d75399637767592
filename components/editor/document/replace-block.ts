import type { OutputPort } from '@/lib/core/blocks/block';
import { graphOf } from '@/lib/core/workflow/graph';
import type { Block, Edge, WorkflowDocument } from '@/lib/core/workflow/schema';
import { uniqueBlockName } from './block-names';
import { type AnyDefinition, allDefinitions, definitionOf, isErrorPort, portsOf } from './definition-of';
import { renameBlock } from './edit-blocks';
import { whyTooManyOfType } from './size-limits';

export interface Replaced {
  document: WorkflowDocument;
  /** Connections that the new kind has no port for and that were removed. */
  dropped: Edge[];
}

/** Returns the reason that a block can't become one of this kind; null when it can. */
export function whyNotReplace(
  document: WorkflowDocument,
  blockId: string,
  definition: AnyDefinition,
): string | null {
  const block = document.blocks[blockId];
  if (block === undefined) return 'The block no longer exists.';
  const holds = (graphOf(document).members.get(blockId) ?? []).length > 0;
  if (holds && definition.container === undefined)
    return `Blocks lie in “${block.name}”. Take them out first.`;
  const parent = document.blocks[block.parentId ?? ''];
  if (parent !== undefined && !definition.hasInput)
    return `“${definition.title}” starts the run, so it can’t be inside “${parent.name}”.`;
  return whyTooManyOfType(document, definition);
}

/** Returns the kinds that a block may become, in the palette's order. A note runs nothing and stays one. */
export const replacements = ({ type }: Pick<Block, 'type'>): AnyDefinition[] =>
  definitionOf(type)?.note
    ? []
    : allDefinitions().filter((other) => other.type !== type && other.note === undefined);

/**
 * Replaces a block by one of another kind with the same id, and its name if the user chose it.
 * Connections stay if the new kind has a port for them, settings if both have a field of that name and
 * kind, for example a code.
 */
export function replaceBlock(
  document: WorkflowDocument,
  blockId: string,
  definition: AnyDefinition,
): Replaced {
  const before = document.blocks[blockId];
  if (before === undefined) return { document, dropped: [] };
  const { outputs: _, size, ...rest } = before;
  const after: Block = {
    ...rest,
    type: definition.type,
    config: sharedConfig(before, definition),
    ...(definition.container === undefined || size === undefined ? {} : { size }),
  };
  const kept = (edge: Edge) => edgeAfter(edge, { before, after, hasInput: definition.hasInput });
  const edges = document.edges.flatMap((edge) => kept(edge) ?? []);
  const dropped = document.edges.filter((edge) => kept(edge) === null);
  const replaced = { ...document, edges, blocks: { ...document.blocks, [blockId]: after } };
  if (!isNamedByKind(before)) return { document: replaced, dropped };
  const name = uniqueBlockName(replaced, definition.title.toLowerCase());
  return { document: renameBlock(replaced, blockId, name), dropped };
}

/** True if the name is from `insertBlock`: the kind's title, perhaps with a number. */
function isNamedByKind({ type, name }: Block): boolean {
  const title = definitionOf(type)?.title.toLowerCase();
  return title !== undefined && name.startsWith(title) && /^\d{0,9}$/.test(name.slice(title.length));
}

function sharedConfig({ type, config }: Block, { fields }: AnyDefinition): Block['config'] {
  const kinds = new Map(definitionOf(type)?.fields.map(({ name, kind }) => [name, kind]));
  const shared = new Set(fields.filter(({ name, kind }) => kinds.get(name) === kind).map(({ name }) => name));
  return Object.fromEntries(Object.entries(config).filter(([name]) => shared.has(name)));
}

/** Returns the edge after the replacement; null if there is no port for it any more. */
function edgeAfter(
  edge: Edge,
  { before, after, hasInput }: { before: Block; after: Block; hasInput: boolean },
): Edge | null {
  if (edge.target === before.id) return hasInput ? edge : null;
  if (edge.source !== before.id) return edge;
  const was = portsOf(before).find(({ id }) => id === edge.sourceHandle);
  const ports = portsOf(after);
  if (ports.some(({ id, kind }) => id === edge.sourceHandle && kind === was?.kind)) return edge;
  // Ports are matched by kind, in order; an error port never becomes the normal one.
  const alike = (port: OutputPort) => isErrorPort(port) === isErrorPort(was);
  const place = portsOf(before)
    .filter(alike)
    .findIndex(({ id }) => id === edge.sourceHandle);
  const port = ports.filter(alike)[place];
  return port === undefined ? null : { ...edge, sourceHandle: port.id };
}
