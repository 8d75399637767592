'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PinOff } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { listPinsEndpoint } from '@/lib/services/pins/endpoints';
import type { BlockPin } from '@/lib/services/pins/schema';
import { type Command, useCommands } from '../../ui/commands';
import { useEditor, useEditorStore } from '../store/editor-context';
import type { EditorStore } from '../store/editor-store';
import { changesByOthers } from './others-pins';
import { unpinAll } from './pin-acts';

/** Brings what is pinned into the editor, and reads it again when its stream says that others changed it. */
export function useStoredPins(): void {
  const store = useEditorStore();
  const workflowId = useEditor((state) => state.workflowId);
  const queryClient = useQueryClient();
  const changed = useEditor((state) => state.pinsChanged);
  useEffect(() => {
    if (changed > 0) void queryClient.invalidateQueries({ queryKey: ['pins', workflowId] });
  }, [queryClient, workflowId, changed]);
  const { data } = useQuery({
    queryKey: ['pins', workflowId],
    queryFn: async ({ signal }) =>
      (await client.call(listPinsEndpoint, { params: { id: workflowId } }, { signal })).data,
    refetchOnWindowFocus: true,
  });
  useEffect(() => {
    if (data === undefined) return;
    tellChanges(store, data);
    store.setState({ pins: Object.fromEntries(data.map((pin) => [pin.blockId, pin])) });
  }, [store, data]);
}

/** Of two people who pin at once, the later one wins: the earlier one hears of it. */
function tellChanges(store: EditorStore, read: readonly BlockPin[]): void {
  const { pins, document } = store.getState();
  for (const { blockId, by, what } of changesByOthers(pins, read)) {
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

/** By name, for who doesn't look for it in a menu. */
export function usePinCommands(): void {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const commands = useMemo(
    (): Command[] =>
      readOnly
        ? []
        : [
            {
              ...{ id: 'unpin-all', title: 'Unpin all outputs', group: 'Workflow', icon: PinOff },
              ...{ keywords: ['mock', 'clear', 'pins'], run: () => void unpinAll(store) },
            },
          ],
    [store, readOnly],
  );
  useCommands(commands);
}
