'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { runScheduleEndpoint, updateScheduleEndpoint } from '@/lib/services/schedules/endpoints';
import type { FiringOutcome, WorkflowSchedule } from '@/lib/services/schedules/schema';
import { holdOn, holdsQuery } from '../../holds/hold-queries';
import { LoadFailure } from '../../page/load-failure';
import { logPath } from '../../page/paths';
import { Badge, type Tone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { RelativeTime } from '../../ui/relative-time';
import { useEditor } from '../store/editor-context';
import { schedulesQuery } from './schedule-queries';

/** The live version's schedule: its state, its latest times, and the actions on it. */
export function LiveSchedule({ blockId }: { blockId: string }) {
  const workflowId = useEditor((state) => state.workflowId);
  const live = useEditor((state) => state.liveVersion);
  const schedules = useQuery({ ...schedulesQuery(workflowId, live), enabled: live !== null });
  if (schedules.isError)
    return <LoadFailure error={schedules.error} onRetry={() => void schedules.refetch()} />;
  if (live !== null && schedules.isPending) return null;
  const schedule = schedules.data?.find((one) => one.blockId === blockId);
  if (schedule === undefined)
    return (
      <p role="status" className="text-muted text-xs">
        Nothing is scheduled yet. Publish the workflow to start this schedule.
      </p>
    );
  return <LiveState schedule={schedule} workflowId={workflowId} />;
}

function LiveState({ schedule, workflowId }: { schedule: WorkflowSchedule; workflowId: string }) {
  const { blockId, paused, version, nextAt, waiting } = schedule;
  const readOnly = useEditor((state) => state.readOnly);
  const { pause, runNow } = useScheduleActions(workflowId, blockId);
  return (
    <section aria-label="Live schedule" className="flex flex-col gap-2 rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium text-sm">Version {version}</h3>
        <Badge tone={paused ? 'warning' : 'success'}>{paused ? 'Paused' : 'Live'}</Badge>
        {readOnly ? null : (
          <span className="ml-auto flex gap-2">
            <Button size="sm" busy={pause.isPending} onClick={() => pause.mutate(!paused)}>
              {paused ? 'Resume' : 'Pause'}
            </Button>
            <Button size="sm" busy={runNow.isPending} onClick={() => runNow.mutate()}>
              Run now
            </Button>
          </span>
        )}
      </div>
      <p className="text-muted text-xs">
        {nextAt[0] === undefined ? (
          paused ? (
            'No runs start until you resume it.'
          ) : (
            'No more runs are due.'
          )
        ) : (
          <>
            Next run <RelativeTime at={nextAt[0]} />.
          </>
        )}
        {waiting === 0
          ? null
          : ` ${waiting} ${waiting === 1 ? 'run waits' : 'runs wait'} for the previous one.`}
        <HeldWords />
      </p>
      <Outcomes outcomes={schedule.outcomes} />
    </section>
  );
}

/** Says that what the schedule starts waits. */
function HeldWords() {
  const workspaceId = useEditor((state) => state.workspaceId);
  const workflowId = useEditor((state) => state.workflowId);
  const { data: holds } = useQuery(holdsQuery(workspaceId));
  const hold = holdOn(holds, workflowId) ?? holdOn(holds, null);
  return hold === undefined ? null : ' On hold: runs that it starts wait until the release.';
}

function useScheduleActions(workflowId: string, blockId: string) {
  const queries = useQueryClient();
  const params = { id: workflowId, blockId };
  const refresh = () => queries.invalidateQueries({ queryKey: ['workflow', workflowId, 'schedules'] });
  const pause = useMutation({
    mutationFn: (paused: boolean) => client.call(updateScheduleEndpoint, { params, body: { paused } }),
    onSuccess: refresh,
  });
  const runNow = useMutation({
    mutationFn: () => client.call(runScheduleEndpoint, { params }),
    onSuccess: () => {
      toast.success('A run of the live version was queued.');
      return refresh();
    },
  });
  return { pause, runNow };
}

const WORDS: Record<FiringOutcome['outcome'], { label: string; tone: Tone; help: string }> = {
  started: { label: 'Started', tone: 'success', help: '' },
  skipped: { label: 'Skipped', tone: 'neutral', help: 'The previous run was unfinished.' },
  missed: { label: 'Missed', tone: 'warning', help: 'Millrace was down.' },
  dropped: { label: 'Dropped', tone: 'warning', help: 'Too many runs waited.' },
  refused: { label: 'Refused', tone: 'danger', help: 'The plan’s usage for this month is exceeded.' },
};

function Outcomes({ outcomes }: Pick<WorkflowSchedule, 'outcomes'>) {
  const workspaceId = useEditor((state) => state.workspaceId);
  if (outcomes.length === 0) return <p className="text-muted text-xs">No runs yet.</p>;
  return (
    <ol aria-label="Latest times" className="flex max-h-56 flex-col gap-1.5 overflow-y-auto text-xs">
      {outcomes.map(({ at, scheduledAt, outcome, count, logId }) => (
        <li key={`${at} ${scheduledAt} ${outcome}`} className="flex flex-wrap items-center gap-2">
          <Badge tone={WORDS[outcome].tone}>
            {WORDS[outcome].label}
            {count === 1 ? '' : ` ${count} times`}
          </Badge>
          <RelativeTime at={scheduledAt} />
          <span className="text-muted">{WORDS[outcome].help}</span>
          {logId === null ? null : (
            <Link href={logPath(workspaceId, logId)} className="ml-auto text-accent hover:underline">
              Log
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}
