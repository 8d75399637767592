'use client';

import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import { useEditorStore } from '../store/editor-context';
import { firstViewOf } from './first-view';
import { isMuchOther, viewAfterResize } from './keep-sight';
import type { Flow } from './view-moves';

const windowWidth = () => window.innerWidth;

/**
 * Blocks stay in sight when the window gets another width. Panels that open beside the canvas move nothing.
 */
export function useKeptSight(): void {
  const store = useEditorStore();
  const flowStore = useStoreApi();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  useEffect(() => {
    const now = () => {
      const { width, height, transform } = flowStore.getState();
      const [x, y, zoom] = transform;
      return { size: { width, height }, view: { x, y, zoom }, windowPx: windowWidth() };
    };
    // How it was looked at last: a window that is dragged smaller step by step has changed much in the end.
    let seen = now();
    return flowStore.subscribe((state, was) => {
      const isResized = state.width !== was.width || state.height !== was.height;
      if (!isResized && state.transform === was.transform) return;
      const isOfWindow = isResized && windowWidth() !== seen.windowPx;
      const { size } = now();
      // Covered by a panel that takes the whole screen, it comes back as it was.
      if (size.width === 0 || size.height === 0) return;
      if (!isOfWindow) seen = now();
      else if (isMuchOther(seen.size, size)) {
        const { document, nodes, openBlockId } = store.getState();
        const boxes = nodes.flatMap(({ id, hidden }) => {
          const node = hidden ? undefined : flow.getInternalNode(id);
          if (node === undefined) return [];
          const { width = 0, height = 0 } = node.measured;
          return [{ id, ...node.internals.positionAbsolute, width, height }];
        });
        const view = viewAfterResize({
          before: seen.size,
          after: size,
          view: seen.view,
          boxes,
          first: firstViewOf(nodes, document),
          chosen: boxes.find(({ id }) => id === openBlockId),
        });
        seen = { size, view, windowPx: windowWidth() };
        void flow.setViewport(view);
      }
    });
  }, [store, flowStore, flow]);
}
