'use client';

import { useQuery } from '@tanstack/react-query';
import { logPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Link } from '@/components/ui/link';
import { executionStateQuery } from './log-queries';

/** Links to the log of an execution, once it exists. */
export function ExecutionLogLink({ executionId, children }: { executionId: string; children: string }) {
  const { id } = useWorkspace();
  const { data, isError } = useQuery(executionStateQuery(executionId));
  if (isError) return <span className="text-muted">Its log was deleted.</span>;
  if (data === undefined || data.logId === null)
    return <span className="text-muted">{data === undefined ? '…' : 'Not finished yet'}</span>;
  return (
    <Link
      href={logPath(id, data.logId)}
      className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-current"
    >
      {children}
    </Link>
  );
}
