import { blockDefinitions } from '../blocks/registry/definitions';
import { graphOf } from './graph';
import type { WorkflowDocument } from './schema';

/** A container as described in `loops` and `parallels`. */
export interface Container {
  id: string;
  /** The blocks directly in it, as the document lists them. */
  nodes: string[];
  /** The kind of its iterations: `forEach`, `count`, `while`, `collection`. */
  kind: string;
}

export interface Containers {
  loops: Record<string, Container>;
  parallels: Record<string, Container>;
}

const MAP_OF_KIND = { loop: 'loops', parallel: 'parallels' } as const;

/** Derives a document's `loops` and `parallels` from its blocks. */
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

/** Returns the form in which documents are read and logged: with both maps. */
export const withContainers = (document: WorkflowDocument): WorkflowDocument => ({
  ...document,
  ...containersOf(document),
});

/** Returns the form in which documents are stored and edited: without maps that could be out of date. */
export const withoutContainers = (document: WorkflowDocument): WorkflowDocument =>
  namesContainers(document) ? { ...document, loops: {}, parallels: {} } : document;

export const namesContainers = ({ loops, parallels }: WorkflowDocument): boolean =>
  [loops, parallels].some((map) => Object.keys(map).length > 0);
