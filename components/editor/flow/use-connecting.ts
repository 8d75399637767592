'use client';

import type { Connection as FlowConnection, Handle, OnConnectEnd } from '@xyflow/react';
import { useReactFlow } from '@xyflow/react';
import { useMemo } from 'react';
import { NODE_HEIGHT_PX } from '../document/block-size';
import { type Connection, refuseConnection } from '../document/connection-rules';
import type { BlockEdge } from '../document/flow-elements';
import { pointInside } from '../document/frames';
import type { Point } from '../document/geometry';
import { connect } from '../store/block-actions';
import { useEditorStore } from '../store/editor-context';
import { sayRefusal } from './say-refusal';

const MIN_DRAG_PX = 24;

/** Drawing a connection: to a block it connects or says why not, to empty ground it offers a new block. */
export function useConnecting() {
  const store = useEditorStore();
  const { screenToFlowPosition } = useReactFlow();
  return useMemo(() => {
    const onConnectEnd: OnConnectEnd = (event, state) => {
      const { fromNode, fromHandle, toHandle, isValid } = state;
      if (isValid || fromNode === null || fromHandle === null || store.getState().readOnly) return;
      const from = {
        id: fromNode.id,
        handle: fromHandle.id ?? 'out',
        isSource: fromHandle.type === 'source',
      };
      const end = endOf(event);
      const { document } = store.getState();
      const over = state.toNode?.id ?? blockAt(end);
      const parentId = document.blocks[from.id]?.parentId;
      // The ground of the container that it lies in is empty ground.
      const toId = over === parentId && toHandle === null ? null : over;
      if (toId !== null && toId !== undefined) {
        // Let go over the block it came from, but not at another dot of it: changed their mind.
        const isOwnDot = toHandle !== null && toHandle.id !== fromHandle.id;
        if (toId !== from.id || isOwnDot) sayRefusal(connect(store, joining(from, toId, toHandle)));
        return;
      }
      const draggedPx =
        state.from && state.to ? Math.hypot(state.to.x - state.from.x, state.to.y - state.from.y) : 0;
      if (!from.isSource || draggedPx < MIN_DRAG_PX) return;
      const at = screenToFlowPosition(end);
      const point = pointInside(document, parentId, { x: at.x, y: at.y - NODE_HEIGHT_PX / 2 });
      store.setState({ palette: { kind: 'output', blockId: from.id, handle: from.handle, point } });
    };
    return {
      onConnectEnd,
      onConnect: (connection: FlowConnection) => void sayRefusal(connect(store, complete(connection))),
      isValidConnection: (connection: FlowConnection | BlockEdge) =>
        refuseConnection(store.getState().document, complete(connection)) === null,
    };
  }, [store, screenToFlowPosition]);
}

function complete(connection: FlowConnection | BlockEdge): Connection {
  const { source, target, sourceHandle, targetHandle } = connection;
  return { source, target, sourceHandle: sourceHandle ?? 'out', targetHandle: targetHandle ?? 'in' };
}

function endOf(event: MouseEvent | TouchEvent): Point {
  const place = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: place?.clientX ?? 0, y: place?.clientY ?? 0 };
}

/** The block drawn at a point of the window: the whole of it takes connections, not just its dot. */
function blockAt({ x, y }: Point): string | null {
  const node = document.elementFromPoint(x, y)?.closest<HTMLElement>('.react-flow__node');
  return node?.dataset.id ?? null;
}

function joining(
  from: { id: string; handle: string; isSource: boolean },
  toId: string,
  toHandle: Pick<Handle, 'id' | 'type'> | null,
): Connection {
  if (from.isSource) return { source: from.id, sourceHandle: from.handle, target: toId, targetHandle: 'in' };
  const sourceHandle = toHandle?.type === 'source' ? (toHandle.id ?? 'out') : 'out';
  return { source: toId, sourceHandle, target: from.id, targetHandle: from.handle };
}
