'use client';

import { useEffect, useRef, useState } from 'react';
import { client } from '@/lib/platform/http/client';
import { shadowWorkflowEndpoint } from '@/lib/services/replay/endpoints';
import { MOST_SHADOW_RUNS, ShadowEvent, type ShadowResult } from '@/lib/services/replay/schema';
import { errorWords } from '../../page/error-words';
import { readEventData } from '../../page/event-stream';
import { Button } from '../../ui/button';
import { countOf } from '../../ui/format-quantity';
import { Notice } from '../../ui/notice';
import { Select } from '../../ui/select';
import { useEditor } from '../store/editor-context';
import { ReplayedRuns } from './replayed-runs';

const FEWEST_RUNS = 100;
const RUN_COUNTS = [FEWEST_RUNS, 300, MOST_SHADOW_RUNS].map((count) => ({
  value: String(count),
  label: countOf(count, 'run'),
}));

type Progress = Extract<ShadowEvent, { type: 'progress' }>;
type State =
  | { kind: 'idle' }
  | { kind: 'running'; progress: Progress | null }
  | { kind: 'finished'; result: ShadowResult }
  | { kind: 'failed'; words: string };

/** Replays the last live runs with the draft, before it is published. `saved`: sends the draft first. */
export function ShadowRuns({ saved }: { saved: () => Promise<boolean> }) {
  const workflowId = useEditor((state) => state.workflowId);
  const [runs, setRuns] = useState(String(FEWEST_RUNS));
  const [state, setState] = useState<State>({ kind: 'idle' });
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const run = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    leaving.current = controller;
    setState({ kind: 'running', progress: null });
    try {
      if (!(await saved())) throw new Error('The draft is not saved yet, so it can’t be tested.');
      const response = await client.send(
        shadowWorkflowEndpoint,
        { params: { id: workflowId }, body: { runs: Number(runs), version: 'draft' } },
        { signal, headers: { accept: 'text/event-stream' } },
      );
      for await (const data of readEventData(response.body!)) {
        const event = ShadowEvent.parse(JSON.parse(data));
        if (event.type === 'finished') setState({ kind: 'finished', result: event });
        else setState({ kind: 'running', progress: event });
      }
    } catch (error) {
      if (signal.aborted) return;
      setState({ kind: 'failed', words: errorWords(error) });
    }
  };
  const stop = () => {
    leaving.current?.abort();
    setState({ kind: 'idle' });
  };
  return (
    <section
      aria-label="Test with live runs"
      className="flex flex-col gap-2 rounded-lg border border-line p-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-[1_1_16rem] text-muted text-sm">
          Replay the last live runs with the draft. Nothing is sent.
        </p>
        <Select
          aria-label="Runs to replay"
          className="w-28"
          value={runs}
          onValueChange={setRuns}
          options={RUN_COUNTS}
          disabled={state.kind === 'running'}
        />
        {state.kind === 'running' ? (
          <Button size="sm" onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button size="sm" onClick={() => void run()}>
            Test with live runs
          </Button>
        )}
      </div>
      <div role="status">
        {state.kind === 'running' ? <ProgressLine progress={state.progress} /> : null}
        {state.kind === 'failed' ? <Notice tone="danger">{state.words}</Notice> : null}
        {state.kind === 'finished' ? (
          <ReplayedRuns result={state.result} none="No version of this workflow has run yet." />
        ) : null}
      </div>
    </section>
  );
}

function ProgressLine({ progress }: { progress: Progress | null }) {
  if (progress === null) return <p className="text-muted text-sm">Reading the last runs…</p>;
  return (
    <div className="flex items-center gap-3">
      <progress
        className="h-1.5 flex-1"
        max={progress.total}
        value={progress.done}
        aria-label="Runs replayed"
      />
      <span className="tabular text-muted text-sm">
        {progress.done} of {progress.total}
      </span>
    </div>
  );
}
