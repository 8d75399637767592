'use client';

import { type ReactFlowState, useReactFlow, useStoreApi, type Viewport } from '@xyflow/react';
import { type RefObject, useEffect, useRef } from 'react';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import { useEditorStore } from '../store/editor-context';
import type { EditorState } from '../store/editor-store';
import { cardsIn } from './group-bounds';
import { firstViewOf } from './initial-view';
import { differsMuch, followWindow, type SavedViewport, type Shown, type ViewAt } from './keep-sight';
import type { Flow } from './view-moves';

const viewNow = ({ width, height, transform: [x, y, zoom] }: ReactFlowState): ViewAt => ({
  size: { width, height },
  view: { x, y, zoom },
});

/**
 * Keeps blocks in sight when the window's width changes. Panels that open beside the canvas move nothing.
 * @returns the view that followed the window last, which nobody has chosen
 */
export function useSavedViewport(): RefObject<Viewport | null> {
  const store = useEditorStore();
  const flowStore = useStoreApi();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const followed = useRef<Viewport | null>(null);
  useEffect(() => {
    // Compares with the view before the window was resized, so that many small steps add up.
    let kept: SavedViewport = { seen: viewNow(flowStore.getState()), previous: null };
    let windowPx = window.innerWidth;
    return flowStore.subscribe((state, was) => {
      const isResized = state.width !== was.width || state.height !== was.height;
      const { size, view } = viewNow(state);
      const isMoved = state.transform !== was.transform && !isSameView(view, kept.seen.view);
      // A canvas covered by a full-screen panel has no size; its view is restored afterwards.
      if ((!isResized && !isMoved) || size.width === 0 || size.height === 0) return;
      const isOfWindow = isResized && window.innerWidth !== windowPx;
      windowPx = window.innerWidth;
      if (!isOfWindow) kept = { seen: { size, view }, previous: isMoved ? null : kept.previous };
      else if (differsMuch(kept.seen.size, size)) {
        kept = followWindow(kept, size, shownOf(flow, store.getState()));
        followed.current = kept.seen.view;
        void flow.setViewport(kept.seen.view);
      }
    });
  }, [store, flowStore, flow]);
  return followed;
}

const isSameView = (a: ViewAt['view'], b: ViewAt['view']): boolean =>
  a.x === b.x && a.y === b.y && a.zoom === b.zoom;

function shownOf(flow: Flow, state: EditorState): Shown {
  const blocks = state.nodes.flatMap(({ id, hidden }) => {
    const node = hidden ? undefined : flow.getInternalNode(id);
    if (node === undefined) return [];
    const { width = 0, height = 0 } = node.measured;
    return [{ id, ...node.internals.positionAbsolute, width, height }];
  });
  return {
    boxes: [...blocks, ...cardsIn(state.document, state.collapsed)],
    first: firstViewOf(state),
    chosen: blocks.find(({ id }) => id === state.openBlockId),
  };
}
