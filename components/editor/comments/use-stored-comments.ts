'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useEditor, useEditorStore } from '../store/editor-context';
import { commentsQuery, readCommentsAgain } from './comment-queries';

/** Loads comments into the editor, and again when the workflow's stream reports a change. */
export function useStoredComments(): void {
  const store = useEditorStore();
  const queryClient = useQueryClient();
  const workflowId = useEditor((state) => state.workflowId);
  const revision = useEditor((state) => state.commentsRevision);
  const { data } = useQuery(commentsQuery(workflowId));
  useEffect(() => {
    if (data !== undefined) store.setState({ threads: data.data });
  }, [store, data]);
  const read = data?.revision;
  useEffect(() => {
    if (revision === null || read === undefined || read === revision) return;
    void readCommentsAgain(queryClient, workflowId);
  }, [queryClient, workflowId, revision, read]);
}
