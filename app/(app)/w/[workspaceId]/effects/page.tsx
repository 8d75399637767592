import type { Metadata } from 'next';
import { Suspense } from 'react';
import { EffectsPage } from '@/components/effects/effects-page';

export const metadata: Metadata = { title: 'Effects' };

export default function WorkspaceEffectsPage() {
  return (
    <Suspense>
      <EffectsPage />
    </Suspense>
  );
}
