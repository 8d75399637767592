'use client';

import { useStoreApi } from '@xyflow/react';
import { useState } from 'react';

const HANDLE = '.react-flow__handle';

type FlowStore = ReturnType<typeof useStoreApi>;
type FlowState = ReturnType<FlowStore['getState']>;

/** Functions that are already replaced by the one below. */
const kept = new WeakSet<FlowState['updateNodeInternals']>();

/**
 * Blocks drawn without their handles keep those that they declare (`shapeOf`). React Flow measures the
 * handles of a mounted block from its element: from afar the element has none, and the block's
 * connections would disappear, even after zooming in.
 */
export function useDeclaredHandles(): void {
  const store = useStoreApi();
  // Runs before the canvas below is rendered, which reads the function once.
  useState(() => keepDeclaredHandles(store));
}

function keepDeclaredHandles(store: FlowStore): void {
  const state = store.getState();
  const { updateNodeInternals: measure } = state;
  if (kept.has(measure)) return;
  const measureDrawn: FlowState['updateNodeInternals'] = (updates, options) => {
    const { nodeLookup } = store.getState();
    const measurable = [...updates].filter(
      ([id, { nodeElement }]) =>
        !nodeLookup.get(id)?.handles?.length || nodeElement.querySelector(HANDLE) !== null,
    );
    if (measurable.length > 0) measure(new Map(measurable), options);
  };
  kept.add(measureDrawn);
  // Replaced in place, because a server-rendered page is hydrated with the store's first state.
  state.updateNodeInternals = measureDrawn;
}
