'use client';

import { type ReactFlowState, useStore } from '@xyflow/react';
import { useCallback, useMemo } from 'react';
import { shallow } from 'zustand/shallow';
import { cardGroups, crossingEdges } from '../document/collapsed-groups';
import { useEditor } from '../store/editor-context';
import { groupPaths } from './group-paths';

/** Connections into and out of collapsed groups: they end at the group. */
export function GroupLines() {
  const document = useEditor((state) => state.document);
  const collapsed = useEditor((state) => state.collapsed);
  const crossing = useMemo(() => crossingEdges(document, collapsed), [document, collapsed]);
  const members = useMemo(
    () => new Map(cardGroups(document, collapsed).map(({ id, blockIds }) => [id, blockIds])),
    [document, collapsed],
  );
  const paths = useStore(
    useCallback((state: ReactFlowState) => groupPaths(state, crossing, members), [crossing, members]),
    shallow,
  );
  if (crossing.length === 0) return null;
  return (
    <svg className="pointer-events-none absolute overflow-visible" width={1} height={1} aria-hidden>
      {paths.map((path, at) => (
        <path key={crossing[at]?.id} d={path} className="flow-line flow-edge" fill="none" />
      ))}
    </svg>
  );
}
