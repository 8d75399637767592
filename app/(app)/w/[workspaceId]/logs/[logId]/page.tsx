import type { Metadata } from 'next';
import { Suspense } from 'react';
import { LogPage } from '@/components/log-page/log-page';

export const metadata: Metadata = { title: 'Run' };

/** Without its log, which may have many megabytes: the browser asks for it while the page is drawn. */
export default async function RunPage({ params }: { params: Promise<{ logId: string }> }) {
  const { logId } = await params;
  return (
    <Suspense>
      <LogPage logId={logId} />
    </Suspense>
  );
}
