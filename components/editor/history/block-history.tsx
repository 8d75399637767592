'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft, History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { toast } from 'sonner';
import type { Block } from '@/lib/core/workflow/schema';
import { LoadFailure } from '../../page/load-failure';
import { useWorkspace } from '../../page/workspace-context';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import { EmptyState } from '../../ui/empty-state';
import { Keys } from '../../ui/kbd';
import { SkeletonRows } from '../../ui/skeleton';
import { definitionOf } from '../document/definition-of';
import { useEditor } from '../store/editor-context';
import { useSends } from '../store/send-state';
import { EntryView } from './entry-view';
import { entriesOfLog, type HistoryEntry, newestFirst, withChosen } from './history-entry';
import { HistoryList } from './history-list';
import { runsQuery, sendsQuery } from './history-queries';
import { ResponseDiff } from './response-diff';
import { forgetSends } from './send-history';

/**
 * Lists all responses of a block, sent alone in this browser and in runs, to view one or compare two.
 */
export function BlockHistory({ block }: { block: Block }) {
  const { entries, isPending, runs, sends } = useHistory(block);
  const [openId, setOpenId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [first, second] = entries.filter(({ id }) => chosen.includes(id));
  const open = entries.find(({ id }) => id === openId);
  const isComparing = first !== undefined && second !== undefined;
  if (isPending) return <SkeletonRows rows={4} />;
  const failed = [runs, sends].find(({ isError }) => isError);
  if (entries.length === 0 && failed === undefined) return <NoHistory />;
  const hasDetail = isComparing || open !== undefined;
  return (
    <div className="flex flex-col gap-4 lg:flex-row">
      <div
        className={cn(
          'flex min-w-0 flex-col gap-2 lg:w-72 lg:shrink-0 2xl:w-96',
          hasDetail && 'max-lg:hidden',
        )}
      >
        {failed === undefined ? null : (
          <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />
        )}
        <HistoryList
          entries={entries}
          openId={isComparing ? null : openId}
          chosen={chosen}
          onOpen={(id) => {
            setChosen([]);
            setOpenId(id);
          }}
          onChoose={(id) => setChosen((before) => withChosen(before, id))}
        />
        <Foot
          block={block}
          runs={runs}
          hasSends={(sends.data?.length ?? 0) > 0}
          onForgotten={sends.refetch}
        />
      </div>
      <div className={cn('min-w-0 flex-1', !hasDetail && 'max-lg:hidden')}>
        {hasDetail ? (
          <Button
            size="sm"
            variant="ghost"
            className="-ml-2 mb-2 lg:hidden"
            onClick={() => {
              setChosen([]);
              setOpenId(null);
            }}
          >
            <ArrowLeft aria-hidden />
            Back to the list
          </Button>
        ) : null}
        {isComparing ? (
          // The list is sorted newest first.
          <ResponseDiff block={block} before={second} after={first} />
        ) : open !== undefined ? (
          <EntryView key={open.id} block={block} entry={open} />
        ) : (
          <p className="py-6 text-center text-muted text-sm">
            Choose one to look at, or tick two to compare them.
          </p>
        )}
      </div>
    </div>
  );
}

function useHistory({ id: blockId, type }: Block) {
  const { id: workspaceId, me } = useWorkspace();
  const workflowId = useEditor((state) => state.workflowId);
  const lastLogId = useEditor(({ run }) => (run.phase === 'finished' ? run.logId : null));
  const kept = useSends((state) => state.kept);
  const sends = useQuery(sendsQuery({ userId: me.id, workflowId, blockId }, kept));
  const runs = useInfiniteQuery(runsQuery(workspaceId, workflowId, lastLogId));
  const outputs = definitionOf(type)?.outsideWork?.request?.outputs;
  const entries = useMemo((): HistoryEntry[] => {
    const logs = runs.data?.pages.flatMap(({ data }) => data) ?? [];
    const ofRuns = logs.flatMap((log) => entriesOfLog(log, blockId, outputs));
    return newestFirst([...(sends.data ?? []), ...ofRuns]);
  }, [sends.data, runs.data, blockId, outputs]);
  return { entries, runs, sends, isPending: runs.isPending || sends.isPending };
}

function NoHistory() {
  return (
    <EmptyState icon={History} title="No history yet" className="py-6">
      Send the block with <Keys combo="mod+shift+enter" />, or run the workflow: each response is listed here.
    </EmptyState>
  );
}

interface FootProps {
  block: Block;
  runs: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  hasSends: boolean;
  onForgotten: () => unknown;
}

function Foot({ block, runs, hasSends, onForgotten }: FootProps) {
  const { me } = useWorkspace();
  const workflowId = useEditor((state) => state.workflowId);
  const forget = async () => {
    try {
      await forgetSends({ userId: me.id, workflowId, blockId: block.id });
      toast.info('Cleared. Runs stay in the logs.');
    } catch (error) {
      toast.error(`Couldn’t clear the history: ${(error as Error).message}`);
    }
    onForgotten();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {runs.hasNextPage ? (
        <Button size="sm" busy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          Show older runs
        </Button>
      ) : null}
      {hasSends ? (
        <Button size="sm" variant="ghost" onClick={() => void forget()}>
          Clear test responses
        </Button>
      ) : null}
      <p className="basis-full text-muted text-xs">
        What you send alone is kept in this browser until you sign out; runs are in the logs.
      </p>
    </div>
  );
}
