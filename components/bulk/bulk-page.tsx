'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { PageHeader } from '@/components/page/page-header';
import { bulkJobPath } from '@/components/page/paths';
import { QueryTable } from '@/components/page/query-table';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import type { Column } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { showSearch } from '@/components/ui/show-search';
import { Status } from '@/components/ui/status';
import type { BulkJob } from '@/lib/services/bulk/schema';
import { BulkPanel } from './bulk-panel';
import { bulkJobsQuery } from './bulk-queries';
import { BulkProgress } from './bulk-report';
import { KIND_WORDS, stateLook } from './bulk-words';

const columnsOf = (workspaceId: string): ReadonlyArray<Column<BulkJob>> => [
  {
    title: 'Job',
    cell: ({ id, kind }) => (
      <Link href={bulkJobPath(workspaceId, id)} className="font-medium hover:underline">
        {KIND_WORDS[kind]}
      </Link>
    ),
  },
  { title: 'State', cell: (job) => <Status {...stateLook(job)} /> },
  { title: 'Progress', className: 'min-w-48', cell: (job) => <BulkProgress job={job} /> },
  { title: 'Started', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { title: 'By', cell: ({ createdBy }) => createdBy?.name ?? 'A deleted account' },
];

/** All bulk jobs of the workspace, and the report of one. */
export function BulkPage() {
  const { id } = useWorkspace();
  const openId = useSearchParams().get('job') ?? '';
  const jobs = useInfiniteQuery(bulkJobsQuery(id));
  const rows = jobs.data?.pages.flatMap((page) => page.data);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title="Bulk jobs" />
      <div className="flex min-h-0 flex-1">
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto p-4 md:p-6">
          <QueryTable
            query={jobs}
            rows={rows}
            keyOf={(job) => job.id}
            columns={columnsOf(id)}
            empty={{
              icon: Layers,
              title: 'No bulk jobs yet',
              words: 'In Logs, tick runs or choose filters, then choose what to do with all of them.',
            }}
          />
          {jobs.hasNextPage ? (
            <div className="mt-4 flex justify-center">
              <Button busy={jobs.isFetchingNextPage} onClick={() => jobs.fetchNextPage()}>
                Show older
              </Button>
            </div>
          ) : null}
        </div>
        {openId === '' ? null : (
          <BulkPanel key={openId} jobId={openId} onClose={() => showSearch('', 'replace')} />
        )}
      </div>
    </div>
  );
}
