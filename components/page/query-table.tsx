import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { DataTable, type DataTableProps } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';

export type QueryState = Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'refetch'>;

export interface QueryTableProps<Row> extends Omit<DataTableProps<Row>, 'rows'> {
  query: QueryState;
  /** The result of the query. */
  rows: readonly Row[] | undefined;
  /** Replaces the table if there are no rows. */
  empty: { icon: LucideIcon; title: string; words: ReactNode; actions?: ReactNode };
  /** The rows that stand for the table while it loads. */
  skeletons?: number;
}

/** A table of what a query returns, in each of its states: loading, failed, empty, loaded. */
export function QueryTable<Row>({ query, rows, empty, skeletons = 3, ...table }: QueryTableProps<Row>) {
  return (
    <>
      {query.isPending ? <SkeletonRows rows={skeletons} className="h-10" /> : null}
      {query.isError ? <LoadFailure error={query.error} onRetry={() => query.refetch()} /> : null}
      {rows?.length === 0 ? (
        <EmptyState
          icon={empty.icon}
          title={empty.title}
          className="rounded-lg border border-line bg-surface"
          actions={empty.actions}
        >
          {empty.words}
        </EmptyState>
      ) : null}
      {rows && rows.length > 0 ? <DataTable rows={rows} {...table} /> : null}
    </>
  );
}
