import type { Metadata } from 'next';
import { Suspense } from 'react';
import { InboxPage } from '@/components/inbox/inbox-page';

export const metadata: Metadata = { title: 'Waiting for you' };

export default function WaitingPage() {
  return (
    <Suspense>
      <InboxPage />
    </Suspense>
  );
}
