'use client';

import type { Connection as FlowConnection, OnConnectEnd } from '@xyflow/react';
import { useReactFlow } from '@xyflow/react';
import { useMemo } from 'react';
import { NODE_HEIGHT_PX } from '../document/block-size';
import { type Connection, refuseConnection } from '../document/connection-rules';
import { connect } from '../store/block-actions';
import { useEditorStore } from '../store/editor-context';
import type { BlockEdge } from './flow-elements';
import { sayRefusal } from './say-refusal';

const MIN_DRAG_PX = 24;

/** Drawing a connection: to a block it connects or says why not, to empty ground it offers a new block. */
export function useConnecting() {
  const store = useEditorStore();
  const { screenToFlowPosition } = useReactFlow();
  return useMemo(() => {
    const onConnectEnd: OnConnectEnd = (event, state) => {
      const { fromNode, fromHandle, toNode, toHandle, isValid } = state;
      if (isValid || fromNode === null || fromHandle === null || store.getState().readOnly) return;
      const fromHandleId = fromHandle.id ?? 'out';
      if (toNode !== null) {
        if (toHandle !== null && toHandle.type === fromHandle.type && toNode.id === fromNode.id) return;
        const forwards = fromHandle.type === 'source';
        const connection = forwards
          ? { source: fromNode.id, sourceHandle: fromHandleId, target: toNode.id, targetHandle: 'in' }
          : {
              source: toNode.id,
              sourceHandle: toHandle?.type === 'source' ? (toHandle.id ?? 'out') : 'out',
              target: fromNode.id,
              targetHandle: fromHandleId,
            };
        sayRefusal(connect(store, connection));
        return;
      }
      const { clientX, clientY } =
        'changedTouches' in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event;
      const dragged =
        state.from === null || state.to === null
          ? 0
          : Math.hypot(state.to.x - state.from.x, state.to.y - state.from.y);
      if (fromHandle.type !== 'source' || dragged < MIN_DRAG_PX) return;
      const at = screenToFlowPosition({ x: clientX, y: clientY });
      const point = { x: at.x, y: at.y - NODE_HEIGHT_PX / 2 };
      store.setState({ palette: { kind: 'output', blockId: fromNode.id, handle: fromHandleId, point } });
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
