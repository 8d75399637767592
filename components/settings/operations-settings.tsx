'use client';

import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '@/components/page/load-failure';
import { Notice, type NoticeProps } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Finding, Operations } from '@/lib/services/operations/schema';
import { OperationsQueues } from './operations-queues';
import { MaintenanceTable, ProcessTable, ReceiverTable, TableSizes } from './operations-tables';
import { operationsQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

/** The state of the installation, for its owner. */
export function OperationsSettings() {
  const operations = useQuery(operationsQuery());
  const { data } = operations;
  return (
    <>
      <SettingsSection
        title="Operations"
        description={
          data ? (
            <>
              Millrace {data.version} on PostgreSQL {data.database.version}, as of{' '}
              <RelativeTime at={data.readAt} />
            </>
          ) : (
            'The state of this installation.'
          )
        }
      >
        {operations.isPending ? <SkeletonRows rows={4} className="h-12" /> : null}
        {operations.isError ? (
          <LoadFailure error={operations.error} onRetry={() => operations.refetch()} />
        ) : null}
        {data ? <Findings findings={data.findings} /> : null}
      </SettingsSection>
      {data ? <Details operations={data} /> : null}
    </>
  );
}

const TONES: Readonly<Record<Finding['level'], NonNullable<NoticeProps['tone']>>> = {
  error: 'danger',
  warning: 'warning',
  info: 'info',
};

function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return <Notice tone="success">No problems found</Notice>;
  return (
    <ul className="grid max-w-3xl gap-2">
      {findings.map(({ level, subject, message, action }) => (
        <li key={`${subject} ${message}`}>
          <Notice tone={TONES[level]} title={`${subject}: ${message}`}>
            {action}
          </Notice>
        </li>
      ))}
    </ul>
  );
}

function Details({ operations }: { operations: Operations }) {
  const { processes, queues, failingReceivers, database, disk, maintenance, version } = operations;
  return (
    <>
      <SettingsSection title="Queues">
        <OperationsQueues queues={queues} />
      </SettingsSection>
      <SettingsSection title="Processes">
        <ProcessTable processes={processes} version={version} />
      </SettingsSection>
      <SettingsSection title="Failing webhooks">
        <ReceiverTable receivers={failingReceivers} />
      </SettingsSection>
      <SettingsSection title="Database">
        <TableSizes database={database} disk={disk} />
      </SettingsSection>
      <SettingsSection title="Maintenance" description="Jobs of the process that answered">
        <MaintenanceTable runs={maintenance} />
      </SettingsSection>
    </>
  );
}
