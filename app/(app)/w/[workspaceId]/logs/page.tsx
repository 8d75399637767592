import type { Metadata } from 'next';
import { Suspense } from 'react';
import { readFilters } from '@/components/logs/log-filters';
import { firstLogsPath } from '@/components/logs/log-queries';
import { LogsPage } from '@/components/logs/logs-page';
import { PreloadAnswer } from '@/components/shell/preload-answer';

export const metadata: Metadata = { title: 'Logs' };

interface Address {
  params: Promise<{ workspaceId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function WorkspaceLogsPage({ params, searchParams }: Address) {
  const { workspaceId } = await params;
  const search = await searchParams;
  const get = (name: string) => {
    const value = search[name];
    return typeof value === 'string' ? value : (value?.[0] ?? null);
  };
  const firstRows = firstLogsPath(workspaceId, readFilters({ get }));
  return (
    <>
      {firstRows === null ? null : <PreloadAnswer path={firstRows} />}
      <Suspense>
        <LogsPage />
      </Suspense>
    </>
  );
}
