import { type Connection, sameConnection } from '../document/connection-rules';
import { reconnectEdge, refuseReconnection } from '../document/reconnect';
import type { Refusal } from './block-actions';
import { commitDocument, type EditorStore } from './editor-store';

/** Gives a connection other ends; does nothing if they are its own. */
export function reconnect(store: EditorStore, edgeId: string, connection: Connection): Refusal {
  const { document } = store.getState();
  const edge = document.edges.find(({ id }) => id === edgeId);
  if (edge === undefined) return 'This connection no longer exists.';
  if (sameConnection(edge, connection)) return null;
  const refusal = refuseReconnection(document, edgeId, connection);
  if (refusal !== null) return refusal;
  commitDocument(store, reconnectEdge(document, edgeId, connection), { label: 'Reconnect' });
  return null;
}

/** Selects only this connection. */
export function selectEdge(store: EditorStore, edgeId: string): void {
  store.setState(({ nodes, edges }) => ({
    nodes: nodes.map((node) => (node.selected ? { ...node, selected: false } : node)),
    edges: edges.map((edge) =>
      Boolean(edge.selected) === (edge.id === edgeId) ? edge : { ...edge, selected: edge.id === edgeId },
    ),
  }));
}
