import { ancestorsOf, graphOf, reachableFrom } from '@/lib/core/workflow/graph';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { type Connection, refuseConnection, refuseEnds } from './connection-rules';
import { portsOf } from './definition-of';
import { removeEdges } from './edit-blocks';
import { flowOrder } from './flow-order';
import { shortId } from './short-id';

/** A connection to draw by choosing the block at its other end. */
export type ConnectWish =
  | { kind: 'output'; blockId: string; handle: string }
  | { kind: 'input'; blockId: string }
  | { kind: 'edge'; edgeId: string; end: 'source' | 'target' };

const without = (document: WorkflowDocument, edgeId: string) => removeEdges(document, new Set([edgeId]));

/** Returns the reason that a connection can't have these ends instead of its own; null when it can. */
export function refuseReconnection(
  document: WorkflowDocument,
  edgeId: string,
  connection: Connection,
): string | null {
  return refuseConnection(without(document, edgeId), connection);
}

/** Replaces the edge by a new one, so that data about the old one, say of a run, doesn't apply to it. */
export function reconnectEdge(
  document: WorkflowDocument,
  edgeId: string,
  { source, sourceHandle, target, targetHandle }: Connection,
): WorkflowDocument {
  const next = { id: shortId(), source, sourceHandle, target, targetHandle };
  return { ...document, edges: document.edges.map((edge) => (edge.id === edgeId ? next : edge)) };
}

export interface ConnectChoice {
  /** The block at the other end. */
  blockId: string;
  connection: Connection;
  /** The output that it would start at, if its block has several. */
  port: string | null;
}

/** Returns every block that a connection can lead to, or come from, in the order in which they run. */
export function connectChoices(document: WorkflowDocument, wish: ConnectWish): ConnectChoice[] {
  const edge = wish.kind === 'edge' ? document.edges.find(({ id }) => id === wish.edgeId) : undefined;
  if (wish.kind === 'edge' && edge === undefined) return [];
  const rest = edge === undefined ? document : without(document, edge.id);
  const fits = (choice: ConnectChoice) =>
    refuseEnds(rest, choice.connection) === null && !isOf(edge, choice.connection);
  const order = flowOrder(rest);
  const end = endOf(wish, edge);
  if (end !== null) {
    const { target, targetHandle } = end;
    const later = reachableFrom(graphOf(rest), [target]);
    return order
      .filter((id) => !later.has(id))
      .flatMap((blockId) => sourcesOf(rest, blockId, { target, targetHandle }))
      .filter(fits);
  }
  const source = edge?.source ?? (wish.kind === 'output' ? wish.blockId : '');
  const sourceHandle = edge?.sourceHandle ?? (wish.kind === 'output' ? wish.handle : '');
  const earlier = ancestorsOf(graphOf(rest), source);
  return order
    .filter((id) => !earlier.has(id))
    .map((target) => ({
      blockId: target,
      connection: { source, sourceHandle, target, targetHandle: 'in' },
      port: null,
    }))
    .filter(fits);
}

/** Returns the end that stays, if a block before it is wanted. */
function endOf(
  wish: ConnectWish,
  edge: Connection | undefined,
): Pick<Connection, 'target' | 'targetHandle'> | null {
  if (wish.kind === 'input') return { target: wish.blockId, targetHandle: 'in' };
  return wish.kind === 'edge' && wish.end === 'source' && edge !== undefined ? edge : null;
}

function sourcesOf(
  { blocks }: WorkflowDocument,
  blockId: string,
  target: Pick<Connection, 'target' | 'targetHandle'>,
): ConnectChoice[] {
  const block = blocks[blockId];
  const ports = block === undefined ? [] : portsOf(block);
  return ports.map(({ id, label }) => ({
    blockId,
    connection: { source: blockId, sourceHandle: id, ...target },
    port: ports.length === 1 ? null : label,
  }));
}

/** True if the edge already leads there. */
const isOf = (edge: Connection | undefined, { source, sourceHandle, target }: Connection): boolean =>
  edge?.source === source && edge.sourceHandle === sourceHandle && edge.target === target;
