'use client';

import type { ReactNode } from 'react';
import { QueryTable, type QueryTableProps } from '@/components/page/query-table';
import { RelativeTime } from '@/components/ui/relative-time';

/** What can be restored, of any kind. */
export interface Deleted {
  id: string;
  deletedAt: string;
  restorableUntil: string;
  deletedBy: { name: string } | null;
}

interface DeletedTableProps<Row extends Deleted> {
  query: QueryTableProps<Row>['query'];
  rows: readonly Row[] | undefined;
  /** The title of the column with the name. */
  kind: string;
  empty: QueryTableProps<Row>['empty'];
  /** The name, and what comes back with it. */
  name: (row: Row) => { title: string; details: readonly string[] };
  actions: (row: Row) => ReactNode;
}

/** A table of things of one kind that were deleted and can be restored. */
export function DeletedTable<Row extends Deleted>(props: DeletedTableProps<Row>) {
  const { query, rows, kind, empty, name, actions } = props;
  return (
    <QueryTable
      query={query}
      rows={rows}
      empty={empty}
      keyOf={(row) => row.id}
      columns={[
        {
          title: kind,
          className: 'min-w-48 max-w-96',
          cell: (row) => <NameOf {...name(row)} />,
        },
        {
          title: 'Deleted',
          cell: ({ deletedAt, deletedBy }) => (
            <>
              <RelativeTime at={deletedAt} /> by {deletedBy?.name ?? 'a deleted account'}
            </>
          ),
        },
        { title: 'Restorable until', cell: ({ restorableUntil }) => <RelativeTime at={restorableUntil} /> },
      ]}
      actions={actions}
    />
  );
}

function NameOf({ title, details }: { title: string; details: readonly string[] }) {
  return (
    <>
      <span className="block truncate font-medium" title={title}>
        {title}
      </span>
      <span className="block text-muted text-xs">{details.join(' · ')}</span>
    </>
  );
}
