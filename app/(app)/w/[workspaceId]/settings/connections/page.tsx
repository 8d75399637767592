import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ConnectionSettings } from '@/components/settings/connection-settings';

export const metadata: Metadata = { title: 'Connections' };

export default function ConnectionSettingsPage() {
  return (
    <Suspense>
      <ConnectionSettings />
    </Suspense>
  );
}
