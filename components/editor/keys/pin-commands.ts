import type { QueryClient } from '@tanstack/react-query';
import { Braces, CornerDownRight, CornerRightDown, History, Pin } from 'lucide-react';
import { toast } from 'sonner';
import type { Block } from '@/lib/core/workflow/schema';
import type { Command } from '../../ui/commands';
import { pinLastOutput, unpinOutput } from '../pins/pin-acts';
import { outputsNow } from '../references/outputs-now';
import type { EditorStore } from '../store/editor-store';
import type { RunPart } from '../store/run-part';
import { chosenBlock } from '../store/selection-actions';
import { sendStoreOf } from '../store/send-state';
import { selectFocused } from './focused-block';
import { isOnCanvas } from './use-canvas-keys';

interface PinActs {
  onRunPart: (part: RunPart) => void;
}

/** Returns the commands for the block that is open or selected. */
export function pinCommands(store: EditorStore, queryClient: QueryClient, { onRunPart }: PinActs): Command[] {
  const group = 'Workflow';
  const withBlock = (act: (block: Block) => void) => () => {
    selectFocused(store);
    const block = chosenBlock(store.getState());
    if (block === undefined) toast.info('Select one block first.');
    else act(block);
  };
  const togglePin = async ({ id }: Block) => {
    if (store.getState().pins[id] !== undefined) return unpinOutput(store, id);
    pinLastOutput(store, id, (await outputsNow(store, queryClient)).get(id));
  };
  return [
    {
      id: 'run-until',
      title: 'Run until the selected block',
      group,
      icon: CornerRightDown,
      run: withBlock(({ id }) => onRunPart({ until: id })),
    },
    {
      id: 'run-from',
      title: 'Run from the selected block',
      group,
      icon: CornerDownRight,
      run: withBlock(({ id }) => onRunPart({ from: id })),
    },
    {
      id: 'run-pins',
      title: 'Run with pins only',
      group,
      icon: Pin,
      keywords: ['mocks', 'mocked', 'pinned', 'offline'],
      run: () => onRunPart({ pins: 'only' }),
    },
    {
      id: 'pin',
      title: 'Pin or unpin the output of the selected block',
      group,
      icon: Pin,
      shortcut: 'p',
      isFor: isOnCanvas,
      keywords: ['mock', 'freeze'],
      run: withBlock((block) => void togglePin(block)),
    },
    {
      id: 'block-history',
      title: 'Response history of the selected block',
      group,
      icon: History,
      keywords: ['compare', 'diff', 'past', 'sent'],
      run: withBlock(({ id }) => sendStoreOf(store).setState({ shownBlockId: id, tab: 'history' })),
    },
    {
      id: 'edit-pin',
      title: 'Edit the pinned output of the selected block…',
      group,
      icon: Braces,
      keywords: ['mock', 'json'],
      run: withBlock(({ id }) => store.setState({ editingPin: id })),
    },
  ];
}
