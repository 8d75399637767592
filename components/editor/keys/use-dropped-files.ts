'use client';

import { useReactFlow } from '@xyflow/react';
import { useFileDrop } from '../../ui/use-file-drop';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import { centreOfView, type Flow } from '../flow/view-moves';
import { takeFiles } from '../import/take-text';
import { useEditor, useEditorStore } from '../store/editor-context';

/** Imports files that are dropped on the editor, at the pointer when that is over the canvas. */
export function useDroppedFiles(): void {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const readOnly = useEditor((state) => state.readOnly);
  const take = (files: File[], { target, clientX: x, clientY: y }: DragEvent) => {
    const isOn = (places: string) => target instanceof Element && target.closest(places) !== null;
    if (isOn('[role="dialog"]')) return;
    const at = isOn('.workflow-canvas') ? flow.screenToFlowPosition({ x, y }) : undefined;
    void takeFiles(store, files, centreOfView(flow), at);
  };
  useFileDrop(readOnly ? null : take);
}
