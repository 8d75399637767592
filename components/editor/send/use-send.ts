'use client';

import { useMemo } from 'react';
import { client } from '@/lib/platform/http/client';
import { useLastOutputs } from '../references/use-last-outputs';
import { useEditor, useEditorStore } from '../store/editor-context';
import { type SendTab, useSendStore } from '../store/send-state';
import { samplesBefore, samplesToSend } from './block-samples';
import { cancelSend, previewAlone, sendAlone } from './send-alone';

/** Sending one block with what is known of the blocks before it. */
export function useSend(blockId: string) {
  const editor = useEditorStore();
  const store = useSendStore();
  const document = useEditor((state) => state.document);
  const outputs = useLastOutputs();
  const samples = useMemo(() => samplesBefore(document, blockId, outputs), [document, blockId, outputs]);
  return useMemo(() => {
    const input = { editor, client, blockId, samples: samplesToSend(samples) };
    const show = (tab: SendTab) => store.setState({ shownBlockId: blockId, tab });
    return {
      samples,
      show,
      send: () => {
        show('request');
        void sendAlone(input);
      },
      preview: (signal: AbortSignal) => previewAlone(input, signal),
      cancel: () => cancelSend(editor, blockId),
    };
  }, [editor, store, blockId, samples]);
}
