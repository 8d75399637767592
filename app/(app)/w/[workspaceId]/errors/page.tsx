import type { Metadata } from 'next';
import { Suspense } from 'react';
import { readErrorChoice } from '@/components/errors/error-choice';
import { firstErrors } from '@/components/errors/error-queries';
import { ErrorsPage } from '@/components/errors/errors-page';
import { SeedAnswers } from '@/components/shell/seed-answers';
import { seedsFor } from '../../../../seeds';

export const metadata: Metadata = { title: 'Errors' };

interface Address {
  params: Promise<{ workspaceId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function WorkspaceErrorsPage({ params, searchParams }: Address) {
  const { workspaceId } = await params;
  const search = await searchParams;
  const get = (name: string) => {
    const value = search[name];
    return typeof value === 'string' ? value : (value?.[0] ?? null);
  };
  const { openId: _, ...filters } = readErrorChoice({ get });
  const seeds = await seedsFor(firstErrors(workspaceId, filters));
  return (
    <SeedAnswers {...seeds}>
      <Suspense>
        <ErrorsPage />
      </Suspense>
    </SeedAnswers>
  );
}
