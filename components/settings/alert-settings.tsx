'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import type { AlertRule } from '@/lib/services/alerts/schema';
import { AlertDialog } from './alert-dialog';
import { AlertHistoryDialog } from './alert-history-dialog';
import { DeleteAlertQuestion } from './alert-questions';
import { AlertTable } from './alert-table';
import { alertsQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

/** Rules that send a notification when runs fail, slow down, cost too much, wait or stay away. */
export function AlertSettings() {
  const { id, canWrite } = useWorkspace();
  const alerts = useQuery(alertsQuery(id));
  const [setting, setSetting] = useState<AlertRule | 'new' | null>(null);
  const [deleting, setDeleting] = useState<AlertRule | null>(null);
  const [shown, setShown] = useState<AlertRule | null>(null);
  const { data } = alerts;
  return (
    <SettingsSection
      title="Alerts"
      description={
        'Rules that send an e-mail or call a webhook when runs fail, take too long, cost too much or stay ' +
        'away. Manual runs don’t count.'
      }
      actions={
        canWrite && data !== undefined ? (
          <Button variant="primary" onClick={() => setSetting('new')}>
            <Plus aria-hidden />
            New alert
          </Button>
        ) : null
      }
    >
      <AlertTable
        query={alerts}
        rules={data?.data}
        onEdit={setSetting}
        onDelete={setDeleting}
        onHistory={setShown}
      />
      {setting === null || data === undefined ? null : (
        <AlertDialog
          rule={setting === 'new' ? null : setting}
          canSendEmail={data.canSendEmail}
          onClose={() => setSetting(null)}
        />
      )}
      {deleting === null ? null : <DeleteAlertQuestion rule={deleting} onClose={() => setDeleting(null)} />}
      {shown === null ? null : <AlertHistoryDialog rule={shown} onClose={() => setShown(null)} />}
    </SettingsSection>
  );
}
