'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '@/lib/platform/http/client';
import { listPinsEndpoint } from '@/lib/services/pins/endpoints';
import { useEditor, useEditorStore } from '../store/editor-context';

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
    if (data !== undefined)
      store.setState({ pins: Object.fromEntries(data.map((pin) => [pin.blockId, pin])) });
  }, [store, data]);
}
