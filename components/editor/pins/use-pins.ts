'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PinOff } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { listPinsEndpoint } from '@/lib/services/pins/endpoints';
import { type Command, useCommands } from '../../ui/commands';
import { useEditor, useEditorStore } from '../store/editor-context';
import type { EditorStore } from '../store/editor-store';
import { type PinChange, type PinsRead, pinsAfterRead, seenPins } from './others-pins';
import { unpinAll } from './unpin-all';

/** Loads pins into the editor, and again when the workflow's stream reports changes by others. */
export function useStoredPins(): void {
  const store = useEditorStore();
  const workflowId = useEditor((state) => state.workflowId);
  const queryClient = useQueryClient();
  const changed = useEditor((state) => state.pinsChanged);
  useEffect(() => {
    if (changed > 0) void queryClient.invalidateQueries({ queryKey: ['pins', workflowId] });
  }, [queryClient, workflowId, changed]);
  const { data, dataUpdatedAt, isFetchedAfterMount } = useQuery({
    queryKey: ['pins', workflowId],
    queryFn: async ({ signal }): Promise<PinsRead> => {
      const seen = seenPins(store.getState());
      const read = await client.call(listPinsEndpoint, { params: { id: workflowId } }, { signal });
      return { seen, pins: read.data };
    },
    refetchOnWindowFocus: true,
  });
  const followed = useRef<EditorStore | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading counts, also one that says the same
  useEffect(() => {
    if (data === undefined) return;
    const { pins, changes } = pinsAfterRead(store.getState().pins, data);
    store.setState({ pins });
    // Changes from while the editor was closed may be hours old and are not announced.
    if (followed.current === store) tellChanges(store, changes);
    if (isFetchedAfterMount) followed.current = store;
  }, [store, data, dataUpdatedAt, isFetchedAfterMount]);
}

/** Notifies the user about changes by others: of two simultaneous pins the later one wins. */
function tellChanges(store: EditorStore, changes: readonly PinChange[]): void {
  const { document } = store.getState();
  for (const { blockId, by, what } of changes) {
    const name = document.blocks[blockId]?.name;
    if (name === undefined) continue;
    const words = what === 'replaced' ? 'replaced the pinned output of' : 'unpinned';
    toast.info(`${by ?? 'Somebody'} ${words} “${name}”.`, {
      id: `pin ${blockId}`,
      ...(what === 'replaced' && {
        action: { label: 'View', onClick: () => store.setState({ editingPin: blockId }) },
      }),
    });
  }
}

/** Adds the pin commands to the command palette. */
export function usePinCommands(): void {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const commands = useMemo(
    (): Command[] =>
      readOnly
        ? []
        : [
            {
              id: 'unpin-all',
              title: 'Unpin all outputs',
              group: 'Workflow',
              icon: PinOff,
              keywords: ['mock', 'clear', 'pins'],
              run: () => void unpinAll(store),
            },
          ],
    [store, readOnly],
  );
  useCommands(commands);
}
