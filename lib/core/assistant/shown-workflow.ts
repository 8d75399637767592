import { blockDefinitions } from '../blocks/registry/definitions';
import type { ValueShape } from '../blocks/value-shape';
import { graphOf } from '../workflow/graph';
import type { Block, WorkflowDocument } from '../workflow/schema';
import { endsOf } from './block-catalog';
import type { HiddenValues } from './hidden-values';
import { shapeWords } from './shape-words';

/** The room for a workflow's settings in a question, which also holds the block types. */
const MAX_CHARACTERS = 160_000;

export interface WorkflowToShow {
  document: WorkflowDocument;
  /** The known shapes of block outputs, by block id. */
  shapes: ReadonlyMap<string, ValueShape>;
  /** The block in question; blocks near it are shown first. */
  blockId: string | undefined;
}

/**
 * Describes a workflow for a model: no secrets, no values of a run, no positions on the canvas. Blocks
 * that don't fit into `MAX_CHARACTERS` are shown without their settings.
 */
export function shownWorkflow({ document, shapes, blockId }: WorkflowToShow, hidden: HiddenValues): object {
  let left = MAX_CHARACTERS;
  const blocks = nearestFirst(document, blockId).map((block) => {
    const { id, type, name, enabled, parentId } = block;
    const about = { id, type, name, ...(enabled ? {} : { enabled }), ...(parentId && { parentId }) };
    const settings = Object.fromEntries(
      Object.entries(block.config).map(([field, value]) => [field, hidden.setting(field, value)]),
    );
    const whole = { ...about, config: settings, ...shownEnds(block, shapes.get(id), hidden) };
    const size = JSON.stringify(whole).length;
    left -= size;
    return left >= 0 ? whole : { ...about, config: 'left out for its size: leave it as it is' };
  });
  const edges = document.edges.map(({ source, sourceHandle, target }) => ({ source, sourceHandle, target }));
  return { blocks, edges, ...(blockId === undefined ? {} : { selectedBlock: blockId }) };
}

function shownEnds(block: Block, shape: ValueShape | undefined, hidden: HiddenValues): object {
  const definition = blockDefinitions.get(block.type);
  const { ports, outputs } = definition === undefined ? {} : endsOf(definition, block.config);
  const known = shape ?? ofDocument(block);
  return {
    ...(ports && { ports }),
    ...(known
      ? { puts_out: hidden.text(shapeWords(known)) }
      : outputs && { puts_out: outputs.map(({ name }) => name).join(', ') }),
  };
}

/** Returns the output shape that an import stored in the block. */
const ofDocument = ({ outputs }: Block): ValueShape | undefined =>
  outputs && {
    type: 'object',
    fields: Object.entries(outputs).map(([name, shape]) => ({ name, shape })),
  };

/** Sorts by the number of connections from `blockId`; unconnected blocks come last, in their order. */
function nearestFirst(document: WorkflowDocument, blockId: string | undefined): Block[] {
  const { blocks, incoming, outgoing } = graphOf(document);
  const distance = new Map<string, number>(blockId === undefined ? [] : [[blockId, 0]]);
  for (const [id, steps] of distance) {
    const sources = (incoming.get(id) ?? []).map(({ source }) => source);
    const targets = (outgoing.get(id) ?? []).map(({ target }) => target);
    for (const other of [...sources, ...targets]) if (!distance.has(other)) distance.set(other, steps + 1);
  }
  const far = blocks.size;
  return [...blocks.values()].sort((a, b) => (distance.get(a.id) ?? far) - (distance.get(b.id) ?? far));
}
