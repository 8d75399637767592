'use client';

import { toast } from 'sonner';
import { useEditor } from '../store/editor-context';
import { keepSamples, type Sample } from '../store/kept-samples';
import { useSendStore } from '../store/send-state';

/** Writes or (null) takes away a typed sample; pinned ones are kept in this browser. */
export function useSampleChange(blockId: string) {
  const store = useSendStore();
  const workflowId = useEditor((state) => state.workflowId);
  return (sample: Sample | null) => {
    const { [blockId]: _, ...others } = store.getState().samples;
    const samples = sample === null ? others : { ...others, [blockId]: sample };
    store.setState({ samples });
    if (!keepSamples(localStorage, workflowId, samples))
      toast.warning('The browser’s storage is full. The sample is kept until you leave the page.', {
        id: 'pin',
      });
  };
}
