import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ComparePage } from '@/components/log-page/compare-page';

export const metadata: Metadata = { title: 'Compare runs' };

export default function CompareRunsPage() {
  return (
    <Suspense>
      <ComparePage />
    </Suspense>
  );
}
