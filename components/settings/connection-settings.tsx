'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import type { Connection } from '@/lib/services/connections/schema';
import { ConnectResultNotice } from './connect-result-notice';
import { ConnectionDialog } from './connection-dialog';
import { DeleteConnectionQuestion } from './connection-questions';
import { ConnectionTable } from './connection-table';
import { connectionsQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

/** Credentials for other services that API blocks use. */
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
        'Credentials for other services: OAuth 2, bearer tokens, passwords and API keys. API blocks pick ' +
        'one under Auth. It is masked in logs; OAuth tokens are renewed before they expire.'
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
      <ConnectionTable
        query={connections}
        connections={data?.data}
        onEdit={setSetting}
        onDelete={setDeleting}
      />
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
