'use client';

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LoadFailure } from '@/components/page/load-failure';
import { logPath, runPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Status } from '@/components/ui/status';
import type { BulkItem, BulkJobDetail } from '@/lib/services/bulk/schema';
import { bulkActs, bulkItemsQuery, bulkJobQuery } from './bulk-queries';
import { BulkProgress, BulkReport } from './bulk-report';
import { groupTone, groupWords, KIND_WORDS, stateLook } from './bulk-words';

/** One job: its progress, its report and its runs. */
export function BulkPanel({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const { id } = useWorkspace();
  const job = useQuery(bulkJobQuery(id, jobId));
  return (
    <Drawer
      title={
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">{job.data === undefined ? 'Bulk job' : KIND_WORDS[job.data.kind]}</span>
          {job.data === undefined ? null : <Status {...stateLook(job.data)} />}
        </span>
      }
      takesFocus
      onClose={onClose}
      className="w-full shrink-0 md:w-[min(40rem,56vw)]"
    >
      {job.isPending ? (
        <div className="p-4">
          <SkeletonRows rows={6} />
        </div>
      ) : null}
      {job.isError && job.data === undefined ? (
        <LoadFailure error={job.error} onRetry={() => job.refetch()} className="m-4" />
      ) : null}
      {job.data === undefined ? null : (
        <div className="flex flex-col gap-5 p-4">
          <BulkProgress job={job.data} />
          <JobActions job={job.data} />
          <BulkReport job={job.data} />
          <JobItems key={`${job.data.done}`} jobId={jobId} />
        </div>
      )}
    </Drawer>
  );
}

function JobActions({ job: { id: jobId, state } }: { job: BulkJobDetail }) {
  const { id, canWrite } = useWorkspace();
  const acts = bulkActs(useQueryClient(), id);
  const change = useMutation({ mutationFn: (act: 'pause' | 'resume' | 'stop') => acts[act](jobId) });
  if (!canWrite || state === 'stopped' || state === 'finished') return null;
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'running' ? (
        <Button busy={change.isPending} onClick={() => change.mutate('pause')}>
          Pause
        </Button>
      ) : (
        <Button variant="primary" busy={change.isPending} onClick={() => change.mutate('resume')}>
          Resume
        </Button>
      )}
      <Button busy={change.isPending} onClick={() => change.mutate('stop')}>
        Stop
      </Button>
    </div>
  );
}

function JobItems({ jobId }: { jobId: string }) {
  const { id } = useWorkspace();
  const items = useInfiniteQuery(bulkItemsQuery(id, jobId));
  const rows = items.data?.pages.flatMap((page) => page.data) ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-label="Runs" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Runs</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {rows.map((item) => (
          <ItemRow key={item.place} item={item} />
        ))}
      </ul>
      {items.hasNextPage ? (
        <Button size="sm" busy={items.isFetchingNextPage} onClick={() => items.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </section>
  );
}

function ItemRow({ item }: { item: BulkItem }) {
  const { id } = useWorkspace();
  const { logId, executionId, newExecutionId, newLogId, outcome, place } = item;
  const words = outcome === null ? 'waiting' : groupWords({ ...item, outcome, runs: 1 });
  return (
    <li className="flex items-start gap-2">
      <Status
        kind={outcome === null ? 'queued' : groupTone({ outcome })}
        compact
        className="mt-0.5 shrink-0"
      />
      <span className="tabular w-14 shrink-0 text-muted">{place}</span>
      <span className="wrap-anywhere min-w-0 flex-1">{words}</span>
      {logId === null ? null : (
        <Link href={logPath(id, logId)} className="shrink-0 text-accent hover:underline">
          Run
        </Link>
      )}
      {executionId === null ? null : (
        <Link href={runPath(id, executionId)} className="shrink-0 text-accent hover:underline">
          Run
        </Link>
      )}
      {newExecutionId === null ? null : (
        <Link
          href={newLogId === null ? runPath(id, newExecutionId) : logPath(id, newLogId)}
          className="shrink-0 text-accent hover:underline"
        >
          New run
        </Link>
      )}
    </li>
  );
}
