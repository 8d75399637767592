'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProposedChange } from '@/lib/core/assistant/change';
import { client } from '@/lib/platform/http/client';
import { createProposalEndpoint } from '@/lib/services/proposals/endpoints';
import { errorWords } from '../../page/error-words';
import { Button } from '../../ui/button';
import { useEditorStore } from '../store/editor-context';
import { proposalsKey } from './proposal-queries';

export interface KeepProposalProps {
  /** What the change is for. */
  words: string;
  change: ProposedChange;
  /** Saves pending edits first: the change is kept with the stored draft. */
  flush: () => Promise<boolean>;
}

/** Keeps a change of the assistant as a proposal, and shows how the tests of the workflow do with it. */
export function KeepProposalButton({ words, change, flush }: KeepProposalProps) {
  const store = useEditorStore();
  const queryClient = useQueryClient();
  const keep = useMutation({
    mutationFn: async () => {
      if (!(await flush())) throw new Error('The draft is not saved yet, so nothing can be kept.');
      const { workflowId: id } = store.getState();
      return (await client.call(createProposalEndpoint, { params: { id }, body: { words, change } })).data;
    },
    onSuccess: ({ id, workflowId }) => {
      void queryClient.invalidateQueries({ queryKey: proposalsKey(workflowId) });
      store.setState({ assistant: null, proposals: { openId: id, runsTests: true } });
    },
    meta: { quiet: true },
  });
  return (
    <>
      {keep.isError ? (
        <p role="alert" className="text-danger text-xs">
          {errorWords(keep.error)}
        </p>
      ) : null}
      <Button busy={keep.isPending} onClick={() => keep.mutate()}>
        Keep and test
      </Button>
    </>
  );
}
