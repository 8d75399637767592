import type { Metadata } from 'next';
import { UnfinishedRun } from '@/components/log-page/unfinished-run';

export const metadata: Metadata = { title: 'Run' };

/** The page of an unfinished run; once the run has ended, its log is shown instead. */
export default async function UnfinishedRunPage({ params }: { params: Promise<{ executionId: string }> }) {
  return <UnfinishedRun executionId={(await params).executionId} />;
}
