'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '@/lib/platform/http/client';
import { getLastOutputsEndpoint } from '@/lib/services/runs/endpoints';
import { useEditor } from '../store/editor-context';
import { readSample } from '../store/kept-samples';
import { spanOf } from '../store/run-state';
import { useSends } from '../store/send-state';
import { type LastOutput, mergeOutputs } from './last-outputs';

/** The newest output known of each block, by its id: of samples, sends, the run shown, and the logs. */
export function useLastOutputs(): ReadonlyMap<string, LastOutput> {
  const workflowId = useEditor((state) => state.workflowId);
  const runs = useEditor((state) => state.run.blocks);
  const runLogId = useEditor(({ run }) => (run.phase === 'finished' ? run.logId : null));
  const sends = useSends((state) => state.sends);
  const samples = useSends((state) => state.samples);
  const { data } = useQuery({
    queryKey: ['last-outputs', workflowId],
    queryFn: ({ signal }) => client.call(getLastOutputsEndpoint, { params: { id: workflowId } }, { signal }),
    // Runs of this page are followed live; those of others show when it is opened again.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(
    () =>
      mergeOutputs({
        samples: definedValues(samples, ({ text }) => readSample(text)),
        // Whole, where its span may hold it shortened.
        sent: definedValues(sends, ({ sent }) => sent && { ...sent.span, output: sent.output }),
        run: definedValues(runs, spanOf),
        runLogId,
        logs: data?.data ?? {},
      }),
    [samples, sends, runs, runLogId, data],
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
