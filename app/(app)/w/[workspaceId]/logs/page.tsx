import type { Metadata } from 'next';
import { Suspense } from 'react';
import { readFilters } from '@/components/logs/log-filters';
import { firstLogs } from '@/components/logs/log-queries';
import { LogsPage } from '@/components/logs/logs-page';
import { SeedAnswers } from '@/components/shell/seed-answers';
import { seedsFor } from '../../../../seeds';

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
  const seeds = await seedsFor(firstLogs(workspaceId, readFilters({ get }), Date.now()));
  return (
    <SeedAnswers {...seeds}>
      <Suspense>
        <LogsPage />
      </Suspense>
    </SeedAnswers>
  );
}
