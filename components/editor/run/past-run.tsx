'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { logQuery } from '../../logs/log-queries';
import { logPagePath } from '../../page/paths';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { RelativeTime } from '../../ui/relative-time';
import { leaveParam, showSearch } from '../../ui/show-search';
import { useEditor, useEditorStore } from '../store/editor-context';
import { isActive, NO_RUN, type RunState, runOfLog } from '../store/run-state';
import { ChangesSince } from './changes-since';

const NAME = 'run';

/** Writes the log of a chosen past run into the address. */
export function nameInAddress(logId: string): void {
  const params = new URLSearchParams(window.location.search);
  params.set(NAME, logId);
  showSearch(params.toString(), 'replace');
}

/** Names the run from the address, over the canvas, with a button to leave it. */
export function PastRun() {
  const logId = useSearchParams().get(NAME);
  return logId === null || logId === '' ? null : <NamedRun key={logId} logId={logId} />;
}

const isShown = (run: RunState, logId: string) => run.phase === 'finished' && run.logId === logId;

function NamedRun({ logId }: { logId: string }) {
  const store = useEditorStore();
  const workspaceId = useEditor((state) => state.workspaceId);
  const workflowId = useEditor((state) => state.workflowId);
  const shownId = useEditor(({ run }) => (run.phase === 'finished' ? run.logId : null));
  const isRunning = useEditor(({ run }) => isActive(run));
  const { data: log, isError } = useQuery(logQuery(logId));
  const isOurs = log?.workflowId === workflowId;
  useEffect(() => {
    const { run } = store.getState();
    if (log === undefined || !isOurs || isActive(run) || isShown(run, log.id)) return;
    // The run was opened for its path, so no panel must cover it.
    store.setState({ run: runOfLog(log), runPanelOpen: false });
  }, [store, log, isOurs]);
  const wasShown = useRef(false);
  useEffect(() => {
    // Another run was displayed instead.
    if (wasShown.current && shownId !== logId) leaveParam(NAME, logId);
    wasShown.current = shownId === logId;
  }, [shownId, logId]);
  const leave = () => {
    leaveParam(NAME, logId);
    // Cleared, so that the last run is displayed instead.
    if (store.getState().run.logId === logId) store.setState({ run: NO_RUN });
  };
  if (isError || (log !== undefined && !isOurs))
    return (
      <Notice
        tone="warning"
        title="That run can’t be shown here"
        className="m-2 mb-0"
        action={
          <Button size="sm" onClick={leave}>
            Close
          </Button>
        }
      >
        {isError ? 'Its log was deleted, or you have no access to it.' : 'It is of another workflow.'}
      </Notice>
    );
  if (log === undefined || isRunning || shownId !== logId) return null;
  return (
    <section
      aria-label="Past run"
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5',
        'border-line border-b bg-accent-soft text-sm',
      )}
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <p className="min-w-0">
          <span className="font-medium">
            Run of {log.version === null ? 'the draft' : `version ${log.version}`}
          </span>
          , started <RelativeTime at={log.startedAt} />. The path it took is shown on the blocks as they are
          now.
        </p>
        <ChangesSince executionId={log.executionId} />
      </div>
      <Button size="sm" variant="ghost" onClick={() => store.setState({ runPanelOpen: true })}>
        Show its result
      </Button>
      <Button asChild size="sm" variant="ghost">
        <Link href={`${logPagePath(workspaceId, logId)}?tab=snapshot`}>Open log</Link>
      </Button>
      <Button size="sm" onClick={leave}>
        Close
      </Button>
    </section>
  );
}
