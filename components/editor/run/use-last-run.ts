'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logQuery } from '../../logs/log-queries';
import { useEditor, useEditorStore } from '../store/editor-context';
import { runOfLog } from '../store/run-state';
import { recentRunsKey, recentRunsQuery } from './run-queries';

/**
 * Shows the last run from its log if the editor shows none; adds runs that end here to the list of
 * runs.
 */
export function useLastRun(): void {
  const store = useEditorStore();
  const queryClient = useQueryClient();
  const workspaceId = useEditor((state) => state.workspaceId);
  const workflowId = useEditor((state) => state.workflowId);
  const isIdle = useEditor((state) => state.run.phase === 'idle');
  const endedLogId = useEditor(({ run }) => (run.phase === 'finished' ? run.logId : null));
  const { data: runs } = useQuery(recentRunsQuery(workspaceId, workflowId));
  const lastId = runs?.[0]?.id;
  const { data: last } = useQuery({ ...logQuery(lastId ?? ''), enabled: isIdle && lastId !== undefined });
  useEffect(() => {
    if (last !== undefined && store.getState().run.phase === 'idle') store.setState({ run: runOfLog(last) });
  }, [store, last]);
  useEffect(() => {
    if (endedLogId === null || runs === undefined || runs.some(({ id }) => id === endedLogId)) return;
    void queryClient.invalidateQueries({ queryKey: recentRunsKey(workflowId) });
  }, [queryClient, workflowId, endedLogId, runs]);
}
