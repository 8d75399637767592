'use client';

import { Braces, CornerDownRight, CornerRightDown, Pin, PinOff } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useLastOutputs } from '../references/use-last-outputs';
import { useEditor, useEditorStore } from '../store/editor-context';
import { isActive } from '../store/run-state';
import { pinLastOutput, unpinOutput } from './pin-acts';
import { useRunPart } from './use-run-part';

interface ItemProps {
  shortcut?: string;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

/** Items in a block's menus that run the workflow up to it or from it on, or pin its output. */
export function PinItems({ blockId, Item }: { blockId: string; Item: ComponentType<ItemProps> }) {
  const store = useEditorStore();
  const runPart = useRunPart();
  const isRunning = useEditor((state) => isActive(state.run));
  const isPinned = useEditor((state) => state.pins[blockId] !== undefined);
  const last = useLastOutputs().get(blockId);
  return (
    <>
      <Item disabled={isRunning} onSelect={() => runPart({ until: blockId })}>
        <CornerRightDown aria-hidden />
        Run until here
      </Item>
      <Item disabled={isRunning} onSelect={() => runPart({ from: blockId })}>
        <CornerDownRight aria-hidden />
        Run from here
      </Item>
      {isPinned ? (
        <Item shortcut="p" onSelect={() => void unpinOutput(store, blockId)}>
          <PinOff aria-hidden />
          Unpin output
        </Item>
      ) : (
        <Item shortcut="p" onSelect={() => pinLastOutput(store, blockId, last)}>
          <Pin aria-hidden />
          Pin output
        </Item>
      )}
      <Item onSelect={() => store.setState({ editingPin: blockId })}>
        <Braces aria-hidden />
        {isPinned ? 'Edit pinned output…' : 'Pin typed output…'}
      </Item>
    </>
  );
}
