'use client';

import { useReactFlow } from '@xyflow/react';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { type Command, useCommands } from '../../ui/commands';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import { goToBlock } from '../flow/go-to-block';
import type { Flow } from '../flow/view-moves';
import { useEditorStore } from '../store/editor-context';
import { NOWHERE, noteTab, travel, type Visited, visit } from './visited';

/** Adds commands to go back and forward among blocks whose forms were open, as in a code editor. */
export function useVisitCommands(): void {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const visited = useRef<Visited>(NOWHERE);
  useEffect(
    () =>
      store.subscribe(({ openBlockId, panelTab }, was) => {
        if (openBlockId === null) return;
        if (openBlockId !== was.openBlockId)
          visited.current = visit(visited.current, { blockId: openBlockId, tab: panelTab });
        else if (panelTab !== was.panelTab) visited.current = noteTab(visited.current, panelTab);
      }),
    [store],
  );
  const commands = useMemo((): Command[] => {
    const go = (by: -1 | 1) => () => {
      const { document, openBlockId } = store.getState();
      const exists = (blockId: string) => document.blocks[blockId] !== undefined;
      const next = travel(visited.current, by, { exists, isOpen: openBlockId !== null });
      const to = next?.visits[next.at];
      if (next === null || to === undefined) return;
      visited.current = next;
      goToBlock(store, flow, to.blockId, to.tab);
    };
    const step = (by: -1 | 1) => ({
      group: 'View',
      keywords: ['history', 'visited', 'last'],
      run: go(by),
    });
    return [
      {
        id: 'visit-back',
        title: 'Back to the block before',
        icon: ArrowLeft,
        shortcut: 'g b',
        ...step(-1),
      },
      {
        id: 'visit-forward',
        title: 'Forward to the block after',
        icon: ArrowRight,
        shortcut: 'g f',
        ...step(1),
      },
    ];
  }, [store, flow]);
  useCommands(commands);
}
