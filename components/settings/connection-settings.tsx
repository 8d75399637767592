'use client';

import { useQuery } from '@tanstack/react-query';
import { Cable, Plus } from 'lucide-react';
import { useState } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Connection } from '@/lib/services/connections/schema';
import { ConnectResultNotice } from './connect-result-notice';
import { ConnectionDialog } from './connection-dialog';
import { DeleteConnectionQuestion } from './connection-questions';
import { ConnectionTable } from './connection-table';
import { connectionsQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

/** Access to other services that API blocks use. */
export function ConnectionSettings() {
  const { id, canWrite } = useWorkspace();
  const connections = useQuery(connectionsQuery(id));
  const [setting, setSetting] = useState<Connection | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Connection | null>(null);
  const { data } = connections;
  return (
    <SettingsSection
      title="Connections"
      description={
        'Access to other services by OAuth 2. API blocks pick one under Auth; its token is sent, ' +
        'renewed before it expires, and masked in logs.'
      }
      actions={
        canWrite ? (
          <Button variant="primary" onClick={() => setSetting('new')}>
            <Plus aria-hidden />
            New connection
          </Button>
        ) : null
      }
    >
      <ConnectResultNotice connections={data?.data ?? []} />
      {connections.isPending ? <SkeletonRows rows={3} className="h-10" /> : null}
      {connections.isError ? (
        <LoadFailure error={connections.error} onRetry={() => connections.refetch()} />
      ) : null}
      {data?.data.length === 0 ? (
        <EmptyState
          icon={Cable}
          title="No connections yet"
          className="rounded-lg border border-line bg-surface"
        >
          Connect a service once, and use it in any workflow.
        </EmptyState>
      ) : null}
      {data && data.data.length > 0 ? (
        <ConnectionTable connections={data.data} onEdit={setSetting} onDelete={setDeleting} />
      ) : null}
      {setting === null || data === undefined ? null : (
        <ConnectionDialog
          connection={setting === 'new' ? null : setting}
          redirectUri={data.redirectUri}
          onClose={() => setSetting(null)}
        />
      )}
      {deleting === null ? null : (
        <DeleteConnectionQuestion connection={deleting} onClose={() => setDeleting(null)} />
      )}
    </SettingsSection>
  );
}
