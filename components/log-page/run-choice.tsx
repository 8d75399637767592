'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { RunDuration } from '@/components/page/run-duration';
import { RunStatus } from '@/components/page/run-status';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Switch } from '@/components/ui/switch';
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import { client } from '@/lib/platform/http/client';
import { listLogsEndpoint } from '@/lib/services/logs/endpoints';
import type { LogDetail, LogSummary } from '@/lib/services/logs/schema';

const LISTED = '50';

/** The latest runs to choose from; of all workflows if `workflowId` is null. */
const runsToChooseQuery = (workspaceId: string, workflowId: string | null) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'logs', 'to-choose', workflowId],
    queryFn: async ({ signal }) => {
      const narrowed = workflowId === null ? {} : { workflowIds: workflowId };
      const query = { workspaceId, ...narrowed, details: 'full' as const, limit: LISTED };
      return (await client.call(listLogsEndpoint, { query }, { signal })).data;
    },
  });

interface RunChoiceProps {
  /** "First run", for example. */
  label: string;
  /** The chosen run, once it is loaded. */
  log: LogDetail | undefined;
  /** The workflow of the run to compare with: its runs are offered first. */
  workflowId: string | null;
  onChoose: (logId: string) => void;
}

/** A button that names the compared run, with a list of others to replace it. */
export function RunChoice({ label, log, workflowId, onChoose }: RunChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button className="min-w-0 max-w-full">
          <span className="text-muted">{label}:</span>
          <span className="min-w-0 truncate">
            {log === undefined ? 'choose…' : log.workflow.name}
            {log === undefined ? null : (
              <span className="text-muted">
                , <RelativeTime at={log.startedAt} />
              </span>
            )}
          </span>
          <ChevronDown className="size-3.5! text-faint" aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={label} align="start" className="w-96 max-w-[calc(100vw-1rem)] p-2">
        <RunsToChoose
          workflowId={workflowId}
          chosenId={log?.id ?? null}
          onChoose={(logId) => {
            setOpen(false);
            onChoose(logId);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

interface RunsToChooseProps {
  workflowId: string | null;
  chosenId: string | null;
  onChoose: (logId: string) => void;
}

function RunsToChoose({ workflowId, chosenId, onChoose }: RunsToChooseProps) {
  const { id } = useWorkspace();
  const [isOfAll, setOfAll] = useState(workflowId === null);
  const { data: runs } = useQuery(runsToChooseQuery(id, isOfAll ? null : workflowId));
  return (
    <div className="flex flex-col gap-2">
      {workflowId === null ? null : (
        <Switch label="Runs of all workflows" checked={isOfAll} onCheckedChange={setOfAll} />
      )}
      {runs === undefined ? <SkeletonRows rows={5} className="h-8" /> : null}
      {runs?.length === 0 ? <p className="px-1 py-2 text-muted text-sm">No runs yet.</p> : null}
      <ul className="max-h-72 overflow-y-auto">
        {(runs ?? []).map((run) => (
          <li key={run.id}>
            <RunLine run={run} isChosen={run.id === chosenId} onChoose={() => onChoose(run.id)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RunLineProps {
  run: LogSummary;
  isChosen: boolean;
  onChoose: () => void;
}

function RunLine({ run, isChosen, onChoose }: RunLineProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cn(
        'tabular flex h-8 w-full items-center gap-2 rounded-md px-1.5 text-left text-sm hover:bg-hover',
        isChosen && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <RunStatus status={run.status} compact />
      <span className="min-w-0 flex-1 truncate">{run.workflow?.name ?? run.workflowId}</span>
      <RelativeTime at={run.startedAt} className="text-muted text-xs" />
      <span className="w-16 truncate text-faint text-xs">{triggerDescriptions[run.trigger].label}</span>
      <RunDuration run={run} className="w-14 text-right text-muted text-xs" />
    </button>
  );
}
