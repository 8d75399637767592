import type { Metadata } from 'next';
import { Suspense } from 'react';
import { OverviewPage } from '@/components/overview/overview-page';
import { firstOverview, readChoice } from '@/components/overview/overview-query';
import { SeedAnswers } from '@/components/shell/seed-answers';
import { seedsFor } from '../../../../seeds';

export const metadata: Metadata = { title: 'Overview' };

interface Address {
  params: Promise<{ workspaceId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function WorkspaceOverviewPage({ params, searchParams }: Address) {
  const { workspaceId } = await params;
  const search = await searchParams;
  const get = (name: string) => {
    const value = search[name];
    return typeof value === 'string' ? value : (value?.[0] ?? null);
  };
  const seeds = await seedsFor([firstOverview(workspaceId, readChoice({ get }), Date.now())]);
  return (
    <SeedAnswers {...seeds}>
      <Suspense>
        <OverviewPage />
      </Suspense>
    </SeedAnswers>
  );
}
