'use client';

import { ScrollText, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { workspacePath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { isFiltered, type LogFilters } from './log-filters';

export interface LogsStateProps {
  pages: { isPending: boolean; isError: boolean; error: unknown; refetch: () => void };
  rowCount: number;
  filters: LogFilters;
  /** The searched text; empty if there is no search. */
  q?: string;
  onClear: () => void;
  children: ReactNode;
}

/** Replaces the list while it has no rows. */
export function LogsState({ pages, rowCount, filters, q = '', onClear, children }: LogsStateProps) {
  const { id } = useWorkspace();
  if (rowCount > 0) return children;
  if (pages.isError) {
    return <LoadFailure error={pages.error} onRetry={() => pages.refetch()} className="m-4" />;
  }
  if (pages.isPending) {
    return (
      <div className="p-4">
        <SkeletonRows rows={12} className="h-7" />
      </div>
    );
  }
  if (isFiltered(filters) || q !== '') {
    return (
      <EmptyState
        icon={SearchX}
        title="No matching runs"
        actions={<Button onClick={onClear}>Clear filters</Button>}
      >
        {q === ''
          ? 'Widen the time range or remove a filter.'
          : `“${q}” is in no input, output or error of the runs searched so far.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ScrollText}
      title="No runs yet"
      actions={
        <Button asChild variant="primary">
          <Link href={workspacePath(id)}>Open a workflow</Link>
        </Button>
      }
    >
      Run a workflow in the editor or through the API; every run is listed here as soon as it ends.
    </EmptyState>
  );
}
