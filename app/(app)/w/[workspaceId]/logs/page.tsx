import type { Metadata } from 'next';
import { Suspense } from 'react';
import { LogsPage } from '@/components/logs/logs-page';

export const metadata: Metadata = { title: 'Logs' };

export default function WorkspaceLogsPage() {
  return (
    <Suspense>
      <LogsPage />
    </Suspense>
  );
}
