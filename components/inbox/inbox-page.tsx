'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, Inbox } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { splitList, toggleInList } from '@/components/logs/log-filters';
import { ManyFilter } from '@/components/logs/many-filter';
import { LoadFailure } from '@/components/page/load-failure';
import { PageHeader } from '@/components/page/page-header';
import { runPath, workflowPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { countOf, formatCount } from '@/components/ui/format-quantity';
import { Link } from '@/components/ui/link';
import { LiveCount } from '@/components/ui/live-count';
import { RelativeTime } from '@/components/ui/relative-time';
import { Segmented } from '@/components/ui/segmented';
import { showSearch } from '@/components/ui/show-search';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { OpenWait } from '@/lib/services/runs/wait-schema';
import {
  chosenMentions,
  chosenWaits,
  INBOX_KINDS,
  type InboxChoice,
  type InboxKind,
  readInboxChoice,
  unseenOf,
  withInboxChoice,
} from './inbox-choice';
import { MentionRow } from './mention-row';
import { mentionsQuery } from './mentions-query';
import { openWaitsQuery } from './open-waits-query';

const KINDS = { approval: 'Approvals', mention: 'Mentions', callback: 'Callbacks' } as const;
const WHERE = [
  { value: 'here', label: 'This workspace' },
  { value: 'all', label: 'All my workspaces' },
] as const;

/** Runs that wait for a person’s answer, and comments that name the person. */
export function InboxPage() {
  const { id, me, canWrite } = useWorkspace();
  const search = useSearchParams();
  const isReader = !canWrite && search.get('workspaces') !== 'all';
  // Readers are asked for no answer, so they have mentions alone.
  const choice = { ...readInboxChoice(search), ...(isReader ? { kind: 'mention' as const } : {}) };
  const isOfMentions = choice.kind === 'mention';
  const where = choice.isEverywhere ? null : id;
  const waits = useQuery({ ...openWaitsQuery(where), enabled: !isReader });
  const mentions = useQuery(mentionsQuery(where));
  const all = waits.data?.data ?? [];
  const shownWaits = chosenWaits(all, choice);
  const shownMentions = chosenMentions(mentions.data?.data ?? [], choice);
  const shown = isOfMentions ? mentions : waits;
  const count = isOfMentions ? shownMentions.length : shownWaits.length;
  const listed = isOfMentions ? (mentions.data?.data ?? []) : all;
  const unseen = unseenOf(mentions.data);
  const change = (part: Partial<InboxChoice>) =>
    showSearch(withInboxChoice(window.location.search, part), 'replace');
  const workflows = new Map(listed.map(({ workflowId, workflowName }) => [workflowId, workflowName]));
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title="Waiting for you" />
      <search
        aria-label="Filter what waits"
        className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 md:px-6"
      >
        <Segmented
          aria-label="Kind"
          value={choice.kind}
          options={(isReader ? (['mention'] as const) : INBOX_KINDS).map((value) => ({
            value,
            label: (
              <>
                {KINDS[value]}
                <span className="tabular text-faint">
                  {formatCount(
                    value === 'mention' ? unseen : all.filter(({ kind }) => kind === value).length,
                  )}
                </span>
              </>
            ),
          }))}
          onValueChange={(kind) => change({ kind, workflowIds: '' })}
        />
        {me.workspaces.length > 1 ? (
          <Segmented
            aria-label="Workspaces"
            value={choice.isEverywhere ? 'all' : 'here'}
            options={WHERE}
            onValueChange={(where) => change({ isEverywhere: where === 'all', workflowIds: '' })}
          />
        ) : null}
        <ManyFilter
          label="Workflow"
          options={[...workflows].map(([value, label]) => ({ value, label }))}
          chosen={splitList(choice.workflowIds)}
          onToggle={(value) => change({ workflowIds: toggleInList(choice.workflowIds, value) })}
          onClear={() => change({ workflowIds: '' })}
        />
      </search>
      <LiveCount
        text={shown.isPending ? null : `${count} ${isOfMentions ? 'mentions' : 'waiting'}`}
        about={JSON.stringify(choice)}
      />
      <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-6">
        {shown.isPending ? <SkeletonRows rows={5} className="h-14" /> : null}
        {shown.isError && !shown.data ? (
          <LoadFailure error={shown.error} onRetry={() => shown.refetch()} />
        ) : null}
        {shown.data && count === 0 ? <Nothing kind={choice.kind} /> : null}
        {count > 0 ? (
          <ul aria-label={KINDS[choice.kind]} className="rounded-lg border border-line bg-surface">
            {isOfMentions
              ? shownMentions.map((mention) => (
                  <MentionRow key={mention.commentId} mention={mention} hasWorkspace={choice.isEverywhere} />
                ))
              : shownWaits.map((wait) => (
                  <WaitRow key={wait.url} wait={wait} hasWorkspace={choice.isEverywhere} />
                ))}
          </ul>
        ) : null}
        {shown.data?.hasMore ? (
          <p className="mt-3 text-muted text-xs">
            {isOfMentions
              ? `Only the latest ${countOf(listed.length, 'mention')} are listed.`
              : `Only the latest ${countOf(all.length, 'wait')} are looked at.`}
          </p>
        ) : null}
      </div>
    </div>
  );
}

function WaitRow({ wait, hasWorkspace }: { wait: OpenWait; hasWorkspace: boolean }) {
  const { workspaceId, workflowId, workflowName, executionId, dueAt } = wait;
  return (
    <li
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-2',
        'px-4 py-3 not-first:border-line not-first:border-t',
      )}
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="truncate font-medium">
          {wait.title || (wait.kind === 'approval' ? 'Approval' : 'Callback')}
        </p>
        {wait.text === '' ? null : <p className="truncate text-muted text-sm">{wait.text}</p>}
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-muted text-xs">
          <Link href={workflowPath(workspaceId, workflowId)} className="hover:underline">
            {workflowName}
            {hasWorkspace ? ` · ${wait.workspaceName}` : ''}
          </Link>
          <span>
            waiting since <RelativeTime at={wait.startedAt} />
          </span>
          {dueAt === null ? null : (
            <span>
              expires <RelativeTime at={dueAt} />
            </span>
          )}
        </p>
      </div>
      <Button asChild size="sm" variant="ghost">
        <Link href={runPath(workspaceId, executionId)}>Open the run</Link>
      </Button>
      <Button asChild size="sm" variant="primary">
        <a href={wait.url} target="_blank" rel="noreferrer">
          Open the form
          <ArrowUpRight aria-hidden />
        </a>
      </Button>
    </li>
  );
}

const NOTHING: Record<InboxKind, { title: string; words: string }> = {
  approval: {
    title: 'Nothing is waiting for you',
    words: 'Runs that reach a Wait block for an approval appear here, with its form.',
  },
  mention: {
    title: 'Nobody has mentioned you',
    words: 'Comments that name you with @ appear here.',
  },
  callback: {
    title: 'No pending callbacks',
    words: 'Runs that reach a Wait block for a callback appear here.',
  },
};

function Nothing({ kind }: { kind: InboxKind }) {
  return (
    <EmptyState icon={Inbox} title={NOTHING[kind].title}>
      {NOTHING[kind].words}
    </EmptyState>
  );
}
