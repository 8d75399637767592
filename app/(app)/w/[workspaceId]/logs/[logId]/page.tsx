import type { Metadata } from 'next';
import { Suspense } from 'react';
import { preload } from 'react-dom';
import { LogPage } from '@/components/log-page/log-page';
import { logApiPath } from '@/components/logs/log-queries';

export const metadata: Metadata = { title: 'Run' };

/** Renders without the log, which may be many megabytes: the browser fetches it while the page is drawn. */
export default async function RunPage({ params }: { params: Promise<{ logId: string }> }) {
  const { logId } = await params;
  preload(logApiPath(logId), { as: 'fetch', crossOrigin: 'anonymous' });
  return (
    <Suspense>
      <LogPage logId={logId} />
    </Suspense>
  );
}
