'use client';

import { useReactFlow } from '@xyflow/react';
import { ArrowLeftToLine, ArrowRightToLine } from 'lucide-react';
import { useMemo } from 'react';
import { type Command, useCommands } from '../../ui/commands';
import { type BlockEdge, type BlockNode, selectedIds } from '../document/flow-elements';
import { neighbourInFlow } from '../document/flow-order';
import { focusBlock, openPanel } from '../flow/focus-block';
import { type Flow, revealInViewport } from '../flow/view-moves';
import { useEditorStore } from '../store/editor-context';
import type { EditorStore } from '../store/editor-store';
import { showBlock } from '../store/selection-actions';

/** Adds keys that go to the previous and next block, from the canvas and from an open form. */
export function NeighbourKeys() {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const commands = useMemo((): Command[] => {
    const group = 'Blocks';
    const keywords = ['neighbour', 'flow', 'step'];
    return [
      {
        id: 'earlier-block',
        title: 'Go to the earlier block',
        group,
        keywords,
        icon: ArrowLeftToLine,
        shortcut: '[',
        run: () => goTo(store, flow, -1),
      },
      {
        id: 'later-block',
        title: 'Go to the later block',
        group,
        keywords,
        icon: ArrowRightToLine,
        shortcut: ']',
        run: () => goTo(store, flow, 1),
      },
    ];
  }, [store, flow]);
  useCommands(commands);
  return null;
}

function goTo(store: EditorStore, flow: Flow, step: -1 | 1): void {
  const { document: workflow, nodes, openBlockId } = store.getState();
  const from = openBlockId ?? [...selectedIds(nodes)][0];
  const id = neighbourInFlow(workflow, from, step);
  if (id === undefined) return;
  const wasInPanel = openPanel()?.contains(document.activeElement) === true;
  showBlock(store, id);
  requestAnimationFrame(() => {
    revealInViewport(flow, id);
    // Focuses the panel, not a field in it: the same key goes further, and Tab into the form.
    if (wasInPanel) openPanel()?.focus();
    else focusBlock(id);
  });
}
