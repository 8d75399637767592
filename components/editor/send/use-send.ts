'use client';

import { useMemo } from 'react';
import { client } from '@/lib/platform/http/client';
import { useWorkspace } from '../../page/workspace-context';
import { samplesBefore, samplesToSend } from '../references/block-samples';
import { useLastOutputs } from '../references/use-last-outputs';
import { useEditor, useEditorStore } from '../store/editor-context';
import { endFresh } from '../store/leave-field';
import { type SendTab, useSendStore } from '../store/send-state';
import { cancelSend, previewSingleBlock, sendSingleBlock } from './send-single-block';

/** Returns actions that send one block with known outputs of earlier blocks; stable during edits. */
export function useSendActs(blockId: string) {
  const editor = useEditorStore();
  const store = useSendStore();
  const outputs = useLastOutputs();
  const userId = useWorkspace().me.id;
  return useMemo(() => {
    const input = () => {
      const samples = samplesToSend(samplesBefore(editor.getState().document, blockId, outputs));
      return { editor, client, blockId, samples, userId };
    };
    const show = (tab: SendTab) => store.setState({ shownBlockId: blockId, tab });
    return {
      show,
      send: () => {
        endFresh(editor);
        show('request');
        void sendSingleBlock(input());
      },
      preview: (signal: AbortSignal) => previewSingleBlock(input(), signal),
      cancel: () => cancelSend(editor, blockId),
    };
  }, [editor, store, blockId, outputs, userId]);
}

/** Like `useSendActs`, with the known outputs of earlier blocks for display. */
export function useSend(blockId: string) {
  const acts = useSendActs(blockId);
  const document = useEditor((state) => state.document);
  const outputs = useLastOutputs();
  const samples = useMemo(() => samplesBefore(document, blockId, outputs), [document, blockId, outputs]);
  return useMemo(() => ({ ...acts, samples }), [acts, samples]);
}
