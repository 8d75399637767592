'use client';

import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { client } from '@/lib/platform/http/client';
import { useEditorStore } from '../store/editor-context';
import { sharePresence } from './share-presence';

/** Shows other users this window's place. */
export function useSharePresence(): void {
  const store = useEditorStore();
  const flow = useReactFlow();
  useEffect(() => {
    const pointAt = ({ target, clientX, clientY }: PointerEvent) => {
      const isOnCanvas = target instanceof Element && target.closest('.workflow-canvas') !== null;
      return isOnCanvas ? flow.screenToFlowPosition({ x: clientX, y: clientY }, { snapToGrid: false }) : null;
    };
    return sharePresence({ store, client, pointAt });
  }, [store, flow]);
}
