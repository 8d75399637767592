import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ErrorsPage } from '@/components/errors/errors-page';

export const metadata: Metadata = { title: 'Errors' };

export default function WorkspaceErrorsPage() {
  return (
    <Suspense>
      <ErrorsPage />
    </Suspense>
  );
}
