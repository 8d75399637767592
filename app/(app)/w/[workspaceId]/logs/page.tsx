import type { Metadata } from 'next';
import { Suspense } from 'react';
import { preload } from 'react-dom';
import { readFilters } from '@/components/logs/log-filters';
import { firstLogsPath } from '@/components/logs/log-queries';
import { LogsPage } from '@/components/logs/logs-page';

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
  // Not an element: the gate around the page draws its children only once it knows who asks.
  if (firstRows !== null) preload(firstRows, { as: 'fetch', crossOrigin: 'anonymous' });
  return (
    <Suspense>
      <LogsPage />
    </Suspense>
  );
}
