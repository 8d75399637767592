import { containersAround, graphOf } from '@/lib/core/workflow/graph';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf, portsOf } from './definition-of';
import { flowOrder } from './flow-order';

/** A connection, listed at the block that it leaves. */
export interface ListedConnection {
  edgeId: string;
  /** The output that it starts at, if its block has several. */
  port: string | null;
  toId: string;
  to: string;
}

/** A block in the list view of a workflow. */
export interface ListRow {
  id: string;
  name: string;
  title: string;
  /** The number of containers around it. */
  depth: number;
  inside: string | null;
  /** Names of the blocks right before it. */
  after: readonly string[];
  next: readonly ListedConnection[];
}

/** Returns all blocks of the canvas in the order in which they run. */
export function listRows(document: WorkflowDocument): ListRow[] {
  const { blocks } = document;
  const graph = graphOf(document);
  const nameOf = (id: string): string => blocks[id]?.name ?? id;
  return flowOrder(document).flatMap((id): ListRow[] => {
    const block = blocks[id];
    if (block === undefined) return [];
    const ports = portsOf(block);
    const labelOf = (handle: string) => ports.find((port) => port.id === handle)?.label ?? handle;
    const around = containersAround(graph, id);
    return [
      {
        id,
        name: block.name,
        title: definitionOf(block.type)?.title ?? block.type,
        depth: around.length,
        inside: around[0] === undefined ? null : nameOf(around[0]),
        after: [...new Set((graph.incoming.get(id) ?? []).map(({ source }) => nameOf(source)))],
        next: (graph.outgoing.get(id) ?? []).map((edge) => ({
          edgeId: edge.id,
          port: edge.sourceHandle === 'out' ? null : labelOf(edge.sourceHandle),
          toId: edge.target,
          to: nameOf(edge.target),
        })),
      },
    ];
  });
}

/** Describes a row as parts of a sentence, for users who can't see its position. */
export function rowWords({ name, title, inside, after, next }: ListRow): string {
  const onward = next.map(({ port, to }) => (port === null ? to : `${to} on ${port}`));
  return [
    name,
    title,
    ...(inside === null ? [] : [`inside ${inside}`]),
    ...(after.length === 0 ? [] : [`after ${after.join(' and ')}`]),
    ...(onward.length === 0 ? [] : [`then ${onward.join(', ')}`]),
  ].join(', ');
}
