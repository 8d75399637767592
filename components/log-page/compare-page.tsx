'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, FileQuestion } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { LoadFailure } from '@/components/page/load-failure';
import { PageHeader } from '@/components/page/page-header';
import { compareLogsPath, logPagePath, logsPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { ApiError } from '@/lib/platform/http/client';
import { logQuery } from '../logs/log-queries';
import { isInWorkspaceQuery } from '../logs/neighbour-runs';
import { RunChoice } from './run-choice';
import { RunComparison } from './run-comparison';

/** Two runs side by side; the URL names both: `a` the earlier, `b` the later. */
export function ComparePage() {
  const { id } = useWorkspace();
  const router = useRouter();
  const search = useSearchParams();
  const [first, second] = [search.get('a') ?? '', search.get('b') ?? ''];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={
          <span className="flex min-w-0 items-center gap-1.5">
            <Link href={logsPath(id)} className="font-normal text-muted hover:text-ink">
              Logs
            </Link>
            <span aria-hidden className="text-faint">
              /
            </span>
            {second === '' ? null : (
              <>
                <Link href={logPagePath(id, second)} className="font-normal text-muted hover:text-ink">
                  Run
                </Link>
                <span aria-hidden className="text-faint">
                  /
                </span>
              </>
            )}
            <span className="min-w-0 truncate">Compare runs</span>
          </span>
        }
        actions={
          <Button size="sm" onClick={() => router.replace(compareLogsPath(id, second, first))}>
            <ArrowLeftRight aria-hidden />
            Swap
          </Button>
        }
      />
      <Both
        key={`${first} ${second}`}
        first={first}
        second={second}
        onChoose={(a, b) => router.replace(compareLogsPath(id, a, b))}
      />
    </div>
  );
}

/** Loads a log and checks that it belongs to this workspace. */
function useLogHere(logId: string) {
  const { id } = useWorkspace();
  const log = useQuery({ ...logQuery(logId), enabled: logId !== '' });
  const isHere = useQuery({
    ...isInWorkspaceQuery(id, log.data?.executionId ?? ''),
    enabled: log.data !== undefined,
  });
  const isMissing =
    logId === '' || isHere.data === false || (log.error instanceof ApiError && log.error.status === 404);
  return {
    log: isHere.data ? log.data : undefined,
    isMissing,
    failed: [log, isHere].find((one) => one.isError),
  };
}

interface BothProps {
  first: string;
  second: string;
  onChoose: (first: string, second: string) => void;
}

function Both({ first, second, onChoose }: BothProps) {
  const [before, after] = [useLogHere(first), useLogHere(second)];
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 md:px-6">
        <RunChoice
          label="First run"
          log={before.log}
          workflowId={after.log?.workflowId ?? before.log?.workflowId ?? null}
          onChoose={(chosen) => onChoose(chosen, second)}
        />
        <RunChoice
          label="Second run"
          log={after.log}
          workflowId={before.log?.workflowId ?? after.log?.workflowId ?? null}
          onChoose={(chosen) => onChoose(first, chosen)}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {first === '' || second === '' ? (
          <EmptyState icon={ArrowLeftRight} title="Choose two runs">
            Take them from the lists above, or tick two rows in the logs.
          </EmptyState>
        ) : (
          <Compared before={before} after={after} />
        )}
      </div>
    </>
  );
}

type LogHere = ReturnType<typeof useLogHere>;

function Compared({ before, after }: { before: LogHere; after: LogHere }) {
  if (before.isMissing || after.isMissing)
    return (
      <EmptyState
        icon={FileQuestion}
        title={before.isMissing && after.isMissing ? 'Logs not found' : 'Log not found'}
      >
        {before.isMissing ? 'The first run' : 'The second run'} was deleted, or it is not a log of this
        workspace. Choose another one above.
      </EmptyState>
    );
  const failed = before.failed ?? after.failed;
  if (failed) return <LoadFailure error={failed.error} onRetry={() => failed.refetch()} className="m-4" />;
  if (before.log === undefined || after.log === undefined)
    return (
      <div role="status" aria-label="Loading the runs" className="p-4 md:p-6">
        <SkeletonRows rows={12} />
      </div>
    );
  return <RunComparison before={before.log} after={after.log} />;
}
