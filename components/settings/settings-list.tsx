import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';

interface SettingsListProps<Row> {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'refetch'>;
  /** The result of the query. */
  rows: readonly Row[] | undefined;
  /** Replaces the list if there are no rows. */
  empty: { icon: LucideIcon; title: string; words: ReactNode };
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list of settings in each of its states: loading, failed, empty, loaded. */
export function SettingsList<Row>({ query, rows, empty, children }: SettingsListProps<Row>) {
  return (
    <>
      {query.isPending ? <SkeletonRows rows={3} className="h-10" /> : null}
      {query.isError ? <LoadFailure error={query.error} onRetry={() => query.refetch()} /> : null}
      {rows?.length === 0 ? (
        <EmptyState
          icon={empty.icon}
          title={empty.title}
          className="rounded-lg border border-line bg-surface"
        >
          {empty.words}
        </EmptyState>
      ) : null}
      {rows && rows.length > 0 ? children(rows) : null}
    </>
  );
}
