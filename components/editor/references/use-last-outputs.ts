'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '@/lib/platform/http/client';
import { getLastOutputsEndpoint } from '@/lib/services/runs/endpoints';
import type { LastOutputs } from '@/lib/services/runs/schema';
import { useEditor } from '../store/editor-context';
import type { EditorState } from '../store/editor-store';
import { readSample } from '../store/read-sample';
import { spanOf } from '../store/run-state';
import { type SendState, useSends } from '../store/send-state';
import { type LastOutput, mergeOutputs } from './last-outputs';

/** Outputs from the logs. This page's runs are followed live; others' runs appear after reopening it. */
export const loggedOutputsQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['last-outputs', workflowId],
    queryFn: async ({ signal }) =>
      (await client.call(getLastOutputsEndpoint, { params: { id: workflowId } }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

interface Known extends Pick<EditorState, 'pins'>, Pick<SendState, 'samples' | 'sends'> {
  runs: EditorState['run']['blocks'];
  runLogId: string | null;
  logs: LastOutputs | undefined;
}

/** Returns the log of the displayed run, once it has one. */
export const logOfRun = ({ run }: Pick<EditorState, 'run'>): string | null =>
  run.phase === 'finished' ? run.logId : null;

/** Returns the newest known output per block id: from samples, pins, sends, the displayed run, the logs. */
export const knownOutputs = ({ samples, pins, sends, runs, runLogId, logs = {} }: Known) =>
  mergeOutputs({
    samples: definedValues(samples, readSample),
    pins,
    // Uses the full output, which the span may have shortened.
    sent: definedValues(sends, ({ sent }) => sent && { ...sent.span, output: sent.output }),
    run: definedValues(runs, spanOf),
    runLogId,
    logs,
  });

export function useLastOutputs(): ReadonlyMap<string, LastOutput> {
  const workflowId = useEditor((state) => state.workflowId);
  const runs = useEditor((state) => state.run.blocks);
  const runLogId = useEditor(logOfRun);
  const pins = useEditor((state) => state.pins);
  const sends = useSends((state) => state.sends);
  const samples = useSends((state) => state.samples);
  const { data: logs } = useQuery(loggedOutputsQuery(workflowId));
  return useMemo(
    () => knownOutputs({ samples, pins, sends, runs, runLogId, logs }),
    [samples, pins, sends, runs, runLogId, logs],
  );
}

function definedValues<From, To>(
  record: Readonly<Record<string, From>>,
  read: (value: From) => To | null,
): Record<string, To> {
  const pairs = Object.entries(record).flatMap(([id, value]) => {
    const found = read(value);
    return found === null ? [] : [[id, found] as const];
  });
  return Object.fromEntries(pairs);
}
