'use client';

import { useStoreApi } from '@xyflow/react';
import { useState } from 'react';

const HANDLE = '.react-flow__handle';

type FlowStore = ReturnType<typeof useStoreApi>;
type FlowState = ReturnType<FlowStore['getState']>;

/** Functions that are the one below. */
const kept = new WeakSet<FlowState['updateNodeInternals']>();

/**
 * Blocks that are drawn without their handles keep those that they declare (`shapeOf`). React Flow reads the
 * handles of a block that comes into the page from its element: at a distance there are none in it, and its
 * connections would be gone, also after coming near.
 */
export function useDeclaredHandles(): void {
  const store = useStoreApi();
  // Before the canvas below is drawn: it takes the function once.
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
  // In place: a page that came from the server is brought to life with the store's first state.
  state.updateNodeInternals = measureDrawn;
}
