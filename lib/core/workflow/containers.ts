import { blockDefinitions } from '../blocks/registry/definitions';
import { graphOf } from './graph';
import type { WorkflowDocument } from './schema';

/** What `loops` and `parallels` say of a container. */
export interface Container {
  id: string;
  /** The blocks right in it, as the document lists them. */
  nodes: string[];
  /** How its iterations are given: `forEach`, `count`, `while`, `collection`. */
  kind: string;
}

export interface Containers {
  loops: Record<string, Container>;
  parallels: Record<string, Container>;
}

const MAP_OF_KIND = { loop: 'loops', parallel: 'parallels' } as const;

/** A document's `loops` and `parallels`, derived from its blocks. */
export function containersOf(document: WorkflowDocument): Containers {
  const containers: Containers = { loops: {}, parallels: {} };
  const { blocks, members } = graphOf(document);
  for (const [id, { type, config }] of blocks) {
    const definition = blockDefinitions.get(type);
    if (!definition?.container) continue;
    const read = definition.config.safeParse(config);
    const { kind } = (read.success ? read.data : config) as { kind?: unknown };
    const nodes = [...(members.get(id) ?? [])];
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
  namesContainers(document) ? { ...document, loops: {}, parallels: {} } : document;

export const namesContainers = ({ loops, parallels }: WorkflowDocument): boolean =>
  [loops, parallels].some((map) => Object.keys(map).length > 0);
