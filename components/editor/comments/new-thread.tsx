'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEditor } from '../store/editor-context';
import { useCommentDraft } from './comment-drafts';
import { CommentField } from './comment-field';
import { commentActs } from './comment-queries';

export interface NewThreadProps {
  /** Null: about the workflow as a whole. */
  blockId: string | null;
  /** See `CommentField`. */
  focusOn: unknown;
  flush: () => Promise<boolean>;
}

/** Begins a thread; not on a block that was deleted. */
export function NewThread({ blockId, focusOn, flush }: NewThreadProps) {
  const queryClient = useQueryClient();
  const workflowId = useEditor((state) => state.workflowId);
  const name = useEditor(({ document }) =>
    blockId === null ? 'the workflow' : document.blocks[blockId]?.name,
  );
  const draft = useCommentDraft(workflowId, blockId === null ? 'new' : `new:${blockId}`);
  if (name === undefined) return null;
  const send = async (text: string, requestKey: string) => {
    // The server knows a new block only after it is saved.
    if (blockId !== null) await flush();
    return commentActs(queryClient, workflowId).start({ blockId, text, requestKey });
  };
  return (
    <CommentField
      label={`Comment on ${name}`}
      placeholder={`Comment on ${name}…`}
      verb="Comment"
      draft={draft}
      focusOn={focusOn}
      onSend={send}
    />
  );
}
