'use client';

import { useQuery } from '@tanstack/react-query';
import { BellRing, Plus } from 'lucide-react';
import { useState } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { AlertRule } from '@/lib/services/alerts/schema';
import { AlertDialog } from './alert-dialog';
import { AlertHistoryDialog } from './alert-history-dialog';
import { DeleteAlertQuestion } from './alert-questions';
import { AlertTable } from './alert-table';
import { alertsQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

/** Rules that send a notification when runs fail, slow down or cost too much. */
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
        'Rules that send an e-mail or call a webhook when runs fail, take too long or cost too much. ' +
        'Runs by hand don’t count.'
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
      {alerts.isPending ? <SkeletonRows rows={3} className="h-10" /> : null}
      {alerts.isError && data === undefined ? (
        <LoadFailure error={alerts.error} onRetry={() => alerts.refetch()} />
      ) : null}
      {data?.data.length === 0 ? (
        <EmptyState
          icon={BellRing}
          title="No alerts yet"
          className="rounded-lg border border-line bg-surface"
        >
          {canWrite
            ? 'Create one to be notified of failures before somebody else notices.'
            : 'Writers of this workspace can create them.'}
        </EmptyState>
      ) : null}
      {data && data.data.length > 0 ? (
        <AlertTable rules={data.data} onEdit={setSetting} onDelete={setDeleting} onHistory={setShown} />
      ) : null}
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
