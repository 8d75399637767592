'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useReactFlow } from '@xyflow/react';
import {
  CloudUpload,
  Group,
  Import,
  LayoutDashboard,
  LogOut,
  PackagePlus,
  PencilLine,
  Play,
  Plus,
  Power,
  Redo2,
  Square,
  TextCursorInput,
  Undo2,
  Ungroup,
} from 'lucide-react';
import { useMemo } from 'react';
import { toast } from 'sonner';
import { type Command, useCommands } from '../../ui/commands';
import { TEXT_CONTROL } from '../../ui/focus-after';
import { selectedIds } from '../document/flow-elements';
import { renameByHand } from '../flow/focus-block-name';
import { sayMove } from '../flow/move-items';
import { sayRefusal } from '../flow/say-refusal';
import { showEverything } from '../flow/view-moves';
import { toggleSelection } from '../store/block-actions';
import { takeSelectionOut } from '../store/container-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import type { EditorStore } from '../store/editor-store';
import { groupSelection, ungroupSelection } from '../store/group-actions';
import { redo, undo } from '../store/history-actions';
import { tidyUp } from '../store/layout-actions';
import type { RunPart } from '../store/run-part';
import { sayChange } from '../store/say-change';
import { addCommands, arrangeCommands } from './add-commands';
import { selectFocused } from './focused-block';
import { pinCommands } from './pin-commands';
import { useBlockCommands } from './use-block-commands';
import { isOnCanvas } from './use-canvas-keys';
import { useVisitCommands } from './use-visit-commands';
import { LISTED, viewCommands } from './view-commands';

export interface EditorActs {
  onAdd: () => void;
  onImport: () => void;
  onRun: () => void;
  onRunWith: () => void;
  onRunPart: (part: RunPart) => void;
  onStop: () => void;
  onSave: () => void;
}

/** Adds all of the editor's commands and keys to the palette and the shortcut sheet. */
export function useEditorCommands(acts: EditorActs): void {
  const store = useEditorStore();
  const flow = useReactFlow();
  const queryClient = useQueryClient();
  const readOnly = useEditor((state) => state.readOnly);
  const commands = useMemo(
    () => [
      ...viewCommands(store, flow),
      ...LISTED,
      ...(readOnly
        ? []
        : [
            ...editCommands(store, flow, acts),
            ...arrangeCommands(store),
            ...pinCommands(store, queryClient, acts),
            ...addCommands(store, flow),
          ]),
    ],
    [store, flow, queryClient, acts, readOnly],
  );
  useCommands(commands);
  useBlockCommands();
  useVisitCommands();
}

type Flow = ReturnType<typeof useReactFlow>;

const HISTORY_TOAST_MS = 1_500;

/** True unless the focus is in a text of its own, such as a comment or a search, which undoes what is typed there. */
const changesWorkflow = (focused: EventTarget | null): boolean =>
  !(focused instanceof Element && focused.matches(TEXT_CONTROL)) ||
  focused.closest('[data-form-field], [data-accepted]') !== null;

/** Commands that change or run the workflow. */
export function editCommands(store: EditorStore, flow: Flow, acts: EditorActs): Command[] {
  const group = 'Workflow';
  const add = () => {
    selectFocused(store);
    acts.onAdd();
  };
  const say = (words: string | null, done: string) =>
    toast.info(words === null ? `Nothing to ${done.toLowerCase()}` : `${done}: ${words}`, {
      id: 'history',
      duration: HISTORY_TOAST_MS,
    });
  const redoLast = () => say(redo(store), 'Redo');
  return [
    {
      id: 'run',
      title: 'Run',
      group,
      icon: Play,
      shortcut: 'mod+enter',
      keywords: ['execute', 'play', 'test', 'debug', 'try'],
      run: acts.onRun,
    },
    {
      id: 'run-with',
      title: 'Run with input…',
      group,
      icon: TextCursorInput,
      shortcut: 'mod+alt+enter',
      keywords: ['payload', 'parameters', 'arguments', 'test data'],
      run: acts.onRunWith,
    },
    {
      id: 'stop',
      title: 'Stop the run',
      group,
      icon: Square,
      shortcut: 'mod+.',
      keywords: ['cancel', 'abort', 'kill', 'halt'],
      run: acts.onStop,
    },
    { id: 'save', title: 'Save now', group, icon: CloudUpload, shortcut: 'mod+s', run: acts.onSave },
    {
      id: 'add-block',
      title: 'Add a block',
      group,
      icon: Plus,
      shortcut: '/',
      keywords: ['node', 'step', 'module', 'action', 'insert', 'new'],
      whenNothingFound: true,
      run: add,
    },
    {
      id: 'import',
      title: 'Import requests…',
      group,
      icon: Import,
      keywords: [
        'curl',
        'postman',
        'openapi',
        'swagger',
        'insomnia',
        'hoppscotch',
        'har',
        'collection',
        'paste',
      ],
      run: acts.onImport,
    },
    {
      id: 'undo',
      title: 'Undo',
      group,
      icon: Undo2,
      shortcut: 'mod+z',
      isFor: changesWorkflow,
      run: () => say(undo(store), 'Undo'),
    },
    {
      id: 'redo',
      title: 'Redo',
      group,
      icon: Redo2,
      shortcut: 'mod+shift+z',
      isFor: changesWorkflow,
      run: redoLast,
    },
    {
      id: 'redo-y',
      title: 'Redo',
      group,
      shortcut: 'mod+y',
      hidden: true,
      isFor: changesWorkflow,
      run: redoLast,
    },
    {
      id: 'toggle',
      title: 'Enable or disable the selection',
      keywords: ['deactivate', 'activate', 'skip', 'mute', 'bypass', 'turn off'],
      group,
      icon: Power,
      shortcut: 'e',
      isFor: isOnCanvas,
      run: () => {
        selectFocused(store);
        const words = toggleSelection(store);
        if (words !== null) sayChange(store, words);
      },
    },
    {
      id: 'rename',
      title: 'Rename the selected block',
      group,
      icon: PencilLine,
      shortcut: 'f2',
      isFor: isOnCanvas,
      run: () => {
        selectFocused(store);
        const [id] = selectedIds(store.getState().nodes);
        if (id !== undefined) renameByHand(store, id);
      },
    },
    {
      id: 'group',
      title: 'Group the selection',
      group,
      icon: Group,
      shortcut: 'mod+g',
      isFor: isOnCanvas,
      run: () => {
        selectFocused(store);
        sayRefusal(groupSelection(store));
      },
    },
    {
      id: 'ungroup',
      title: 'Ungroup the selection',
      group,
      icon: Ungroup,
      shortcut: 'mod+shift+g',
      isFor: isOnCanvas,
      run: () => {
        selectFocused(store);
        if (ungroupSelection(store) > 0) sayChange(store, 'Ungrouped');
      },
    },
    {
      id: 'extract',
      title: 'Extract the selection to a workflow…',
      group,
      icon: PackagePlus,
      keywords: ['subflow', 'sub-workflow', 'refactor', 'reuse'],
      run: () => {
        selectFocused(store);
        store.setState({ extracting: [...selectedIds(store.getState().nodes)] });
      },
    },
    {
      id: 'take-out',
      title: 'Take the selection out of its container',
      group,
      icon: LogOut,
      run: () => sayMove(store, takeSelectionOut(store)),
    },
    {
      id: 'tidy',
      title: 'Tidy up the layout',
      keywords: ['arrange', 'auto layout', 'clean', 'beautify'],
      group,
      icon: LayoutDashboard,
      shortcut: 'shift+l',
      isFor: isOnCanvas,
      run: () => {
        const what = tidyUp(store);
        if (what !== null)
          sayChange(store, what === 'all' ? 'Tidied up the layout' : 'Tidied up the selection');
        if (what !== 'selection') requestAnimationFrame(() => showEverything(flow, store.getState()));
      },
    },
  ];
}
