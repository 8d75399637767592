'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { differenceWords } from '@/lib/core/run-tests/difference-words';
import { client } from '@/lib/platform/http/client';
import { replayProposalEndpoint, testProposalEndpoint } from '@/lib/services/proposals/endpoints';
import type { TestRun } from '@/lib/services/run-tests/schema';
import { errorWords } from '../../page/error-words';
import { Button } from '../../ui/button';
import { countOf } from '../../ui/format-quantity';
import { Notice } from '../../ui/notice';
import { useEditor } from '../store/editor-context';
import { ReplayedRuns } from '../versions/replayed-runs';
import { proposalsKey } from './proposal-queries';

const RUNS = 50;
const SHOWN_DIFFERENCES = 3;

/** Tries a proposal: the tests of the workflow, and its last runs. Nothing is sent. */
export function ProposalTrials({ proposalId, runsTests }: { proposalId: string; runsTests: boolean }) {
  const id = useEditor((state) => state.workflowId);
  const params = { id, proposalId };
  const [testRuns, setTestRuns] = useState(runsTests ? 1 : 0);
  const tests = useQuery({
    queryKey: [...proposalsKey(id), proposalId, 'tests', testRuns],
    queryFn: ({ signal }) => client.call(testProposalEndpoint, { params, body: {} }, { signal }),
    enabled: testRuns > 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const replay = useMutation({
    mutationFn: () => client.call(replayProposalEndpoint, { params, body: { runs: RUNS } }),
    meta: { quiet: true },
  });
  const error = tests.error ?? replay.error;
  return (
    <section aria-label="Try the proposal" className="flex flex-col gap-2 rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-[1_1_16rem] text-muted text-sm">
          Uses recorded responses. Nothing is sent.
        </p>
        <Button size="sm" busy={tests.isFetching} onClick={() => setTestRuns(testRuns + 1)}>
          Run tests
        </Button>
        <Button size="sm" busy={replay.isPending} onClick={() => replay.mutate()}>
          Replay runs
        </Button>
      </div>
      <div role="status" className="flex flex-col gap-2">
        {error === null ? null : <Notice tone="danger">{errorWords(error)}</Notice>}
        {tests.data === undefined ? null : <Tested run={tests.data.data} />}
        {replay.data === undefined ? null : (
          <ReplayedRuns result={replay.data.data} none="This workflow has not run yet." />
        )}
      </div>
    </section>
  );
}

function Tested({ run: { total, passed, failed, results } }: { run: TestRun }) {
  if (total === 0) return <p className="text-muted text-sm">This workflow has no tests yet.</p>;
  const failing = results.filter(({ status }) => status === 'failed');
  return (
    <Notice
      tone={failed === 0 ? 'success' : 'warning'}
      title={`${passed} of ${countOf(total, 'test')} passed`}
    >
      {failing.length === 0 ? null : (
        <ul aria-label="Failed tests" className="flex flex-col gap-1">
          {failing.map(({ testId, name, problem, differences }) => (
            <li key={testId}>
              <span className="font-medium">{name}</span>
              {problem === null ? null : `: ${problem}`}
              <ul className="list-disc pl-4">
                {differences.slice(0, SHOWN_DIFFERENCES).map((difference, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: they come once and stay
                  <li key={index}>{differenceWords(difference)}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
