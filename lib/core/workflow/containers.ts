import { type BlockDefinitions, blockDefinitions } from '../blocks/definitions';
import type { WorkflowDocument } from './schema';

/** What `loops` and `parallels` say of a container. */
export interface Container {
  id: string;
  /** The blocks right in it, as the document lists them. */
  nodes: string[];
  /** How it goes round: `forEach`, `count`, `while`, `collection`. */
  kind: string;
}

export interface Containers {
  loops: Record<string, Container>;
  parallels: Record<string, Container>;
}

const MAP_OF_KIND = { loop: 'loops', parallel: 'parallels' } as const;

/** A document's `loops` and `parallels`, derived from its blocks. */
export function containersOf(
  { blocks }: Pick<WorkflowDocument, 'blocks'>,
  definitions: BlockDefinitions = blockDefinitions,
): Containers {
  const containers: Containers = { loops: {}, parallels: {} };
  for (const { id, type, config } of Object.values(blocks)) {
    const definition = definitions.get(type);
    if (!definition?.container) continue;
    const read = definition.config.safeParse(config);
    const { kind } = (read.success ? read.data : config) as { kind?: unknown };
    const nodes = Object.values(blocks)
      .filter(({ parentId }) => parentId === id)
      .map((member) => member.id);
    containers[MAP_OF_KIND[definition.container.kind]][id] = { id, nodes, kind: String(kind) };
  }
  return containers;
}

/** As documents are read and logged: with both maps. */
export const withContainers = (document: WorkflowDocument): WorkflowDocument => ({
  ...document,
  ...containersOf(document),
});

/** As documents are stored and edited: what is derived is left out, so that it can't be out of date. */
export const withoutContainers = (document: WorkflowDocument): WorkflowDocument =>
  [document.loops, document.parallels].every((map) => Object.keys(map).length === 0)
    ? document
    : { ...document, loops: {}, parallels: {} };
