import { Badge } from '@/components/ui/badge';
import { DataTable } from '@/components/ui/data-table';
import { formatBytes, formatCount, formatDuration } from '@/components/ui/format-quantity';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Operations } from '@/lib/services/operations/schema';

/** Processes send a heartbeat each second; others take over the runs of one that is silent for ten. */
const SILENT_SECONDS = 10;

export function ProcessTable({ processes, version }: Pick<Operations, 'processes' | 'version'>) {
  return (
    <DataTable
      rows={processes}
      keyOf={(process) => process.id}
      columns={[
        { title: 'Kind', className: 'capitalize', cell: (process) => process.kind },
        { title: 'Host', className: 'max-w-48 truncate', cell: (process) => process.host ?? 'Unknown' },
        {
          title: 'Version',
          cell: (process) =>
            process.version === version ? (
              version
            ) : (
              <Badge tone="warning">{process.version ?? 'Older'}</Badge>
            ),
        },
        { title: 'Started', cell: (process) => <RelativeTime at={process.startedAt} /> },
        {
          title: 'Heartbeat',
          cell: ({ silentSeconds }) =>
            silentSeconds < SILENT_SECONDS ? (
              <Badge tone="success">OK</Badge>
            ) : (
              <Badge tone="danger">None for {formatDuration(silentSeconds * 1_000)}</Badge>
            ),
        },
      ]}
    />
  );
}

export function ReceiverTable({ receivers }: { receivers: Operations['failingReceivers'] }) {
  if (receivers.length === 0) return <p className="text-muted">All receivers are healthy</p>;
  return (
    <DataTable
      rows={receivers}
      keyOf={(receiver) => receiver.webhookId}
      columns={[
        { title: 'Workspace ID', className: 'font-mono text-xs', cell: (receiver) => receiver.workspaceId },
        { title: 'Subscription ID', className: 'font-mono text-xs', cell: (receiver) => receiver.webhookId },
        { title: 'Failing since', cell: (receiver) => <RelativeTime at={receiver.failingSince} /> },
        { title: 'Failures', isNumeric: true, cell: (receiver) => formatCount(receiver.failures) },
        { title: 'Last reason', className: 'max-w-64', cell: (receiver) => receiver.reason ?? 'Unknown' },
      ]}
    />
  );
}

export function TableSizes({ database, disk }: Pick<Operations, 'database' | 'disk'>) {
  const { bytes, connections, maxConnections, tables } = database;
  return (
    <>
      <p className="mb-3 text-muted">
        {formatBytes(bytes)}; {connections} of {maxConnections} connections
        {disk === null
          ? null
          : `; ${formatBytes(disk.freeBytes)} of ${formatBytes(disk.totalBytes)} free on the data folder’s disk`}
      </p>
      <DataTable
        rows={tables}
        keyOf={(table) => table.name}
        className="tabular"
        columns={[
          { title: 'Table', className: 'font-mono text-xs', cell: (table) => table.name },
          {
            title: 'Rows (estimated)',
            isNumeric: true,
            cell: (table) => formatCount(Math.round(table.rows)),
          },
          { title: 'Size', isNumeric: true, cell: (table) => formatBytes(table.bytes) },
        ]}
      />
    </>
  );
}

export function MaintenanceTable({ runs }: { runs: Operations['maintenance'] }) {
  return (
    <DataTable
      rows={runs}
      keyOf={(run) => run.name}
      columns={[
        { title: 'Job', cell: (run) => run.name },
        {
          title: 'Last success',
          cell: (run) => (run.lastEndedAt === null ? 'Never' : <RelativeTime at={run.lastEndedAt} />),
        },
        {
          title: 'Last failure',
          cell: (run) => (run.lastFailedAt === null ? 'Never' : <RelativeTime at={run.lastFailedAt} />),
        },
      ]}
    />
  );
}
