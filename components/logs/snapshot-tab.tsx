'use client';

import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '@/components/page/load-failure';
import { JsonView } from '@/components/ui/json-view';
import { SkeletonRows } from '@/components/ui/skeleton';
import { executionQuery } from './log-queries';

/** The exact document of the run; secrets appear as `{{NAME}}`. */
export function SnapshotTab({ executionId }: { executionId: string }) {
  const execution = useQuery(executionQuery(executionId));
  if (execution.isPending) return <SkeletonRows rows={6} />;
  if (execution.isError) return <LoadFailure error={execution.error} onRetry={() => execution.refetch()} />;
  return <JsonView label="workflow as it ran" value={execution.data.workflowState} maxHeight="60vh" />;
}
