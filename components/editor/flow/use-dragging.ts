'use client';

import { useReactFlow } from '@xyflow/react';
import { type DragEvent, type MouseEvent as ReactMouseEvent, useMemo } from 'react';
import { containerAt } from '../document/container-at';
import { definitionOf } from '../document/definition-of';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import type { Point } from '../document/geometry';
import { insertPoint, placeAtPoint } from '../document/insert-block';
import { takeText } from '../import/take-text';
import { addBlock } from '../store/block-actions';
import { moveBlocksInto } from '../store/container-actions';
import { useEditorStore } from '../store/editor-context';
import { DRAGGED_BLOCK_TYPE, FOLLOWING_BLOCK_TYPE } from './dragged-block';
import { edgeDropping, edgeUnder } from './edge-dropping';
import { sayMove } from './move-items';
import { sayRefusal } from './say-refusal';

type Pointer = MouseEvent | TouchEvent | ReactMouseEvent | DragEvent;

function pointerOf(event: Pointer): Point {
  const place = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: place?.clientX ?? 0, y: place?.clientY ?? 0 };
}

/**
 * Handles blocks dragged over the canvas, and new ones from the palette: they go into the container they
 * are dropped on, or out of theirs.
 */
export function useDragging() {
  const store = useEditorStore();
  const flow = useReactFlow<BlockNode, BlockEdge>();
  return useMemo(() => {
    const under = (event: Pointer, dragged: ReadonlySet<string>) => {
      const { document, collapsed } = store.getState();
      const point = flow.screenToFlowPosition(pointerOf(event), { snapToGrid: false });
      return containerAt(document, point, { except: dragged, closed: collapsed });
    };
    const show = (dropTarget: string | null) => {
      if (store.getState().dropTarget !== dropTarget) store.setState({ dropTarget });
    };
    const edges = edgeDropping(store, flow);
    const idsOf = (moved: readonly BlockNode[]) => new Set(moved.map(({ id }) => id));
    const dropAt = (event: Pointer, moved: readonly BlockNode[]) => {
      show(null);
      edges.show(null);
      const { document, nodes } = store.getState();
      const ids = idsOf(moved);
      const places = new Map(
        moved.flatMap(({ id, position }) => {
          const place = flow.getInternalNode(id)?.internals.positionAbsolute ?? position;
          const shown = nodes.find((node) => node.id === id);
          const block = document.blocks[id];
          const isMoved = block?.position.x !== shown?.position.x || block?.position.y !== shown?.position.y;
          return isMoved ? [[id, place] as const] : [];
        }),
      );
      if (places.size === 0 || edges.drop(pointerOf(event), moved)) return;
      const answer = moveBlocksInto(store, ids, under(event, ids), places);
      sayMove(store, answer);
      // Refused blocks return to their previous place.
      if ('refusal' in answer)
        store.setState({ nodes: nodes.map((node) => putBack(node, store.getState().document)) });
    };
    return {
      onNodeDrag: (event: MouseEvent | TouchEvent, _: BlockNode, moved: BlockNode[]) => {
        const { document } = store.getState();
        const target = under(event, idsOf(moved));
        const stays = moved.every(({ id }) => document.blocks[id]?.parentId === target);
        show(stays ? null : (target ?? null));
        edges.show(edges.under(pointerOf(event), moved) ?? null);
      },
      onNodeDragStop: (event: MouseEvent | TouchEvent, _: BlockNode, moved: BlockNode[]) =>
        dropAt(event, moved),
      onSelectionDragStop: (event: ReactMouseEvent, moved: BlockNode[]) => dropAt(event, moved),
      onDragOver: (event: DragEvent) => {
        const { types } = event.dataTransfer;
        if (!types.includes(DRAGGED_BLOCK_TYPE)) {
          if (isOfText(event) && !store.getState().readOnly) event.preventDefault();
          return;
        }
        event.preventDefault();
        // Triggers and notes can't go into a container or connection.
        if (!types.includes(FOLLOWING_BLOCK_TYPE)) return;
        show(under(event, NOTHING) ?? null);
        edges.show(edgeUnder([pointerOf(event)]) ?? null);
      },
      onDragLeave: () => {
        show(null);
        edges.show(null);
      },
      onDrop: (event: DragEvent) => {
        show(null);
        edges.show(null);
        const type = event.dataTransfer.getData(DRAGGED_BLOCK_TYPE);
        if (type === '') {
          if (!isOfText(event) || store.getState().readOnly) return;
          event.preventDefault();
          const at = flow.screenToFlowPosition(pointerOf(event));
          return takeText(store, event.dataTransfer.getData('text/plain'), at, at);
        }
        event.preventDefault();
        const edgeId = edgeUnder([pointerOf(event)]);
        if (edgeId !== undefined && definitionOf(type)?.hasInput) {
          sayRefusal(addBlock(store, type, { kind: 'edge', edgeId }));
          return;
        }
        const { document, collapsed } = store.getState();
        const point = insertPoint(flow.screenToFlowPosition(pointerOf(event)));
        sayRefusal(addBlock(store, type, placeAtPoint(document, point, collapsed)));
      },
    };
  }, [store, flow]);
}

/** Files are taken on the whole page. */
const isOfText = ({ dataTransfer: { types } }: DragEvent): boolean =>
  types.includes('text/plain') && !types.includes('Files');

const NOTHING: ReadonlySet<string> = new Set();

function putBack(node: BlockNode, document: { blocks: Record<string, { position: Point }> }): BlockNode {
  const position = document.blocks[node.id]?.position;
  return position === undefined || position === node.position ? node : { ...node, position };
}
