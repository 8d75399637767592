import type { Metadata } from 'next';
import { Suspense } from 'react';
import { BulkPage } from '@/components/bulk/bulk-page';

export const metadata: Metadata = { title: 'Bulk jobs' };

export default function WorkspaceBulkPage() {
  return (
    <Suspense>
      <BulkPage />
    </Suspense>
  );
}
