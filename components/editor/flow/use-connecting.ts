'use client';

import type {
  FinalConnectionState,
  Connection as FlowConnection,
  Handle,
  OnConnectEnd,
  ReactFlowProps,
} from '@xyflow/react';
import { useReactFlow } from '@xyflow/react';
import { useMemo } from 'react';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { NODE_HEIGHT_PX } from '../document/block-size';
import { type Connection, refuseConnection } from '../document/connection-rules';
import { portsOf } from '../document/definition-of';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import { pointInside } from '../document/frames';
import type { Point } from '../document/geometry';
import { refuseReconnection } from '../document/reconnect';
import { connect } from '../store/block-actions';
import { reconnect } from '../store/edge-actions';
import { useEditorStore } from '../store/editor-context';
import { sayRefusal } from './say-refusal';

const MIN_DRAG_PX = 24;

type Connecting = Pick<
  ReactFlowProps<BlockNode, BlockEdge>,
  | 'onConnect'
  | 'onConnectEnd'
  | 'isValidConnection'
  | 'onReconnect'
  | 'onReconnectStart'
  | 'onReconnectEnd'
  | 'reconnectRadius'
>;

/**
 * Handles drawing a connection: on a block it connects or shows the reason it can't, on empty ground it
 * offers a new block. An end of an existing one moves the same way; dropped on empty ground, it stays.
 */
export function useConnecting(): Connecting {
  const store = useEditorStore();
  const { screenToFlowPosition } = useReactFlow();
  return useMemo(() => {
    let moving: string | null = null;
    const onConnectEnd: OnConnectEnd = (event, state) => {
      if (state.isValid || moving !== null || store.getState().readOnly) return;
      const from = fixedEnd(state);
      if (from === null) return;
      const { document } = store.getState();
      const aim = aimOf(event, state, document);
      if (aim !== null) {
        if (aim.toId !== from.id || aim.isOwnDot)
          sayRefusal(connect(store, joining(document, from, aim.toId, state.toHandle)));
        return;
      }
      const draggedPx =
        state.from && state.to ? Math.hypot(state.to.x - state.from.x, state.to.y - state.from.y) : 0;
      if (!from.isSource || draggedPx < MIN_DRAG_PX) return;
      const at = screenToFlowPosition(endOf(event));
      const parentId = document.blocks[from.id]?.parentId;
      const point = pointInside(document, parentId, { x: at.x, y: at.y - NODE_HEIGHT_PX / 2 });
      store.setState({ palette: { kind: 'output', blockId: from.id, handle: from.handle, point } });
    };
    return {
      onConnectEnd,
      onConnect: (connection) => void sayRefusal(connect(store, complete(connection))),
      isValidConnection: (connection) => {
        const { document } = store.getState();
        const wanted = complete(connection);
        const refusal =
          moving === null ? refuseConnection(document, wanted) : refuseReconnection(document, moving, wanted);
        return refusal === null;
      },
      reconnectRadius: RECONNECT_RADIUS_PX,
      onReconnectStart: (_, edge) => {
        moving = edge.id;
      },
      onReconnect: (edge, connection) => void sayRefusal(reconnect(store, edge.id, complete(connection))),
      onReconnectEnd: (event, edge, _, state) => {
        moving = null;
        const from = fixedEnd(state);
        if (state.isValid || from === null) return;
        const { document } = store.getState();
        const aim = aimOf(event, state, document);
        if (aim !== null)
          sayRefusal(reconnect(store, edge.id, joining(document, from, aim.toId, state.toHandle)));
      },
    };
  }, [store, screenToFlowPosition]);
}

/** Large enough to be hit beside the dot. */
const RECONNECT_RADIUS_PX = 14;

interface Fixed {
  id: string;
  handle: string;
  isSource: boolean;
}

/** Returns the end of a connection that stays while the other one is drawn. */
function fixedEnd({ fromNode, fromHandle }: FinalConnectionState): Fixed | null {
  if (fromNode === null || fromHandle === null) return null;
  return { id: fromNode.id, handle: fromHandle.id ?? 'out', isSource: fromHandle.type === 'source' };
}

/** Returns the block that it was dropped on; null on empty ground. */
function aimOf(
  event: MouseEvent | TouchEvent,
  { fromNode, fromHandle, toNode, toHandle }: FinalConnectionState,
  { blocks }: WorkflowDocument,
): { toId: string; isOwnDot: boolean } | null {
  const over = toNode?.id ?? blockAt(endOf(event));
  const parentId = blocks[fromNode?.id ?? '']?.parentId;
  // The inside of the block's own container counts as empty ground.
  if (over === null || (over === parentId && toHandle === null)) return null;
  // Dropped on its own block, but not on another dot of it, the connection is cancelled.
  return { toId: over, isOwnDot: toHandle !== null && toHandle.id !== fromHandle?.id };
}

function complete(connection: FlowConnection | BlockEdge): Connection {
  const { source, target, sourceHandle, targetHandle } = connection;
  return { source, target, sourceHandle: sourceHandle ?? 'out', targetHandle: targetHandle ?? 'in' };
}

function endOf(event: MouseEvent | TouchEvent): Point {
  const place = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: place?.clientX ?? 0, y: place?.clientY ?? 0 };
}

/** Returns the block at a point of the window: all of it accepts connections, not only its dot. */
function blockAt({ x, y }: Point): string | null {
  const node = document.elementFromPoint(x, y)?.closest<HTMLElement>('.react-flow__node');
  return node?.dataset.id ?? null;
}

function joining(
  { blocks }: WorkflowDocument,
  from: Fixed,
  toId: string,
  toHandle: Pick<Handle, 'id' | 'type'> | null,
): Connection {
  if (from.isSource) return { source: from.id, sourceHandle: from.handle, target: toId, targetHandle: 'in' };
  const block = blocks[toId];
  const [first] = block === undefined ? [] : portsOf(block);
  const sourceHandle = (toHandle?.type === 'source' ? toHandle.id : first?.id) ?? 'out';
  return { source: toId, sourceHandle, target: from.id, targetHandle: from.handle };
}
