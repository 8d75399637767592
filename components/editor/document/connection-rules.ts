import type { Block, Edge, WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf, portsOf } from './definition-of';
import { whyTooMany } from './size-limits';

export type Connection = Pick<Edge, 'source' | 'sourceHandle' | 'target' | 'targetHandle'>;

/** Returns the reason that two blocks can't be connected like this; null when they can. */
export function refuseConnection(document: WorkflowDocument, connection: Connection): string | null {
  const refusal = refuseEnds(document, connection) ?? whyTooMany(document, { blocks: 0, edges: 1 });
  if (refusal !== null) return refusal;
  const path = pathBetween(document, connection.target, connection.source);
  if (path === null) return null;
  const names = [connection.source, ...path].map((id) => document.blocks[id]?.name);
  return `This would create a cycle: ${names.join(' → ')}.`;
}

/** Like `refuseConnection`, without the check for cycles. */
export function refuseEnds(document: WorkflowDocument, connection: Connection): string | null {
  const source = document.blocks[connection.source];
  const target = document.blocks[connection.target];
  if (source === undefined || target === undefined) return 'A block of this connection no longer exists.';
  if (source.id === target.id) return 'A block can’t be connected to itself.';
  if (source.parentId !== target.parentId) return crossingWords(document, source, target);
  if (definitionOf(target.type)?.hasInput === false)
    return `“${target.name}” starts the run; no block can come before it.`;
  if (!portsOf(source).some((port) => port.id === connection.sourceHandle))
    return `“${source.name}” has no such output.`;
  if (document.edges.some((edge) => sameConnection(edge, connection)))
    return 'These two are already connected.';
  return null;
}

/** Returns the reason that a connection can't cross a container's border. */
function crossingWords({ blocks }: WorkflowDocument, source: Block, target: Block): string {
  if (target.parentId === source.id)
    return (
      `“${target.name}” runs inside “${source.name}” by itself: ` +
      'blocks without an incoming connection start each iteration.'
    );
  if (source.parentId === target.id)
    return (
      `“${source.name}” is inside “${target.name}”. ` +
      `Connect “${target.name}” itself to what comes after it.`
    );
  const inside = [target, source].find(({ parentId }) => parentId !== undefined);
  const other = inside === target ? source : target;
  const container = blocks[inside?.parentId ?? '']?.name;
  return (
    `“${inside?.name}” is inside “${container}” and “${other.name}” is not. ` +
    `Connect “${container}” itself, or move one of them.`
  );
}

export function sameConnection(a: Connection, b: Connection): boolean {
  return (
    a.source === b.source &&
    a.sourceHandle === b.sourceHandle &&
    a.target === b.target &&
    a.targetHandle === b.targetHandle
  );
}

/** Returns the ids of the shortest path along the edges, both ends included; null when there is none. */
export function pathBetween(document: WorkflowDocument, from: string, to: string): string[] | null {
  const cameFrom = new Map<string, string | null>([[from, null]]);
  const queue = [from];
  for (const id of queue) {
    if (id === to) break;
    for (const edge of document.edges) {
      if (edge.source !== id || cameFrom.has(edge.target)) continue;
      cameFrom.set(edge.target, id);
      queue.push(edge.target);
    }
  }
  if (!cameFrom.has(to)) return null;
  const path: string[] = [];
  for (let id: string | null | undefined = to; id != null; id = cameFrom.get(id)) path.unshift(id);
  return path;
}
