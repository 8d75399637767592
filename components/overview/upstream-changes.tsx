'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { LoadFailure } from '@/components/page/load-failure';
import { blockPath, logPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { countOf, formatCount } from '@/components/ui/format-quantity';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Skeleton } from '@/components/ui/skeleton';
import { client } from '@/lib/platform/http/client';
import { expectDriftEndpoint } from '@/lib/services/drift/endpoints';
import type { DriftState, UpstreamChange } from '@/lib/services/drift/schema';
import { driftQuery } from './drift-query';

const LINK = 'underline underline-offset-2 hover:text-strong';
const TYPES = 'font-mono text-xs';

const EFFECTS: Record<UpstreamChange['references'][number]['effect'], string> = {
  breaks: 'breaks',
  changes: 'reads another kind of value',
  contains: 'reads a value that contains it',
};

/** Changed responses of other servers, in the chosen workflows. */
export function UpstreamChanges({ workflowIds }: { workflowIds: readonly string[] }) {
  const { id } = useWorkspace();
  const heading = useId();
  const drift = useQuery(driftQuery(id));
  const changes = (drift.data?.data ?? []).filter(
    ({ workflowId }) => workflowIds.length === 0 || workflowIds.includes(workflowId),
  );
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <h2 id={heading} className="mb-2 font-medium text-sm">
        Upstream changes
      </h2>
      {drift.isPending ? <Skeleton className="h-16" /> : null}
      {drift.isError && !drift.data ? (
        <LoadFailure error={drift.error} onRetry={() => drift.refetch()} />
      ) : null}
      {drift.data && changes.length === 0 ? <NoChanges {...drift.data.state} /> : null}
      {changes.length > 0 ? (
        <ul className="flex flex-col gap-3">
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function NoChanges({ watched, learning }: DriftState) {
  const words =
    watched === 0
      ? 'Nothing to compare yet. Once API blocks have run, changes in their responses are shown here.'
      : `No changes. ${countOf(watched, 'request')} watched${
          learning > 0 ? `, ${formatCount(learning)} of them with too few responses yet` : ''
        }.`;
  return <p className="rounded-lg border border-line bg-surface px-4 py-3 text-muted text-sm">{words}</p>;
}

function Change({ change }: { change: UpstreamChange }) {
  const { id } = useWorkspace();
  const { workflowId, path, before, now, ongoing, references, answersWithIt, answersSince } = change;
  return (
    <li className="rounded-lg border border-line bg-surface px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={ongoing ? 'warning' : 'neutral'}>{ongoing ? 'Changed' : 'Changed, then back'}</Badge>
        <Link href={blockPath(id, workflowId, change.blockId)} className={`font-medium ${LINK}`}>
          {change.workflowName} · {change.blockName}
        </Link>
        <span className="text-muted text-xs">{change.environment === 'live' ? 'live version' : 'draft'}</span>
        <span className="flex-1" />
        <ExpectButton change={change} />
      </div>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
        <code className="break-all font-mono text-xs">{path}</code>
        <span>
          {before.length === 0 ? 'always there' : <code className={TYPES}>{before.join(' or ')}</code>} →{' '}
          <code className={`${TYPES} font-medium`}>{now}</code>
        </span>
      </p>
      <p className="mt-1 text-muted text-xs">
        Since <RelativeTime at={change.firstSeenAt} /> · {formatCount(answersWithIt)} of the last{' '}
        {countOf(answersSince, 'response')}, none of {formatCount(change.answersBefore)} before ·{' '}
        <Link href={logPath(id, change.lastLogId)} className={LINK}>
          Example log
        </Link>
      </p>
      {references.length > 0 ? (
        <ul aria-label="Affected references" className="mt-2 flex flex-col gap-1 text-xs">
          {references.map((one) => (
            <li key={`${one.document} ${one.blockId} ${one.field} ${one.reference}`}>
              <code className="break-all font-mono">{one.reference}</code> in{' '}
              <Link href={blockPath(id, workflowId, one.blockId)} className={LINK}>
                {one.blockName}
              </Link>{' '}
              <span className={one.effect === 'breaks' ? 'text-danger' : 'text-muted'}>
                {EFFECTS[one.effect]} ({one.document === 'live' ? 'live version' : 'draft'})
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function ExpectButton({ change: { id: changeId, workflowId, path } }: { change: UpstreamChange }) {
  const { id, canWrite } = useWorkspace();
  const queries = useQueryClient();
  const expect = useMutation({
    mutationFn: () => client.call(expectDriftEndpoint, { params: { id: workflowId, changeId } }),
    onSuccess: () => {
      toast.success(`${path} is expected from now on`);
      return queries.invalidateQueries({ queryKey: driftQuery(id).queryKey });
    },
    onError: (error) => toast.error(errorWords(error)),
  });
  if (!canWrite) return null;
  return (
    <Button
      size="sm"
      disabled={expect.isPending}
      onClick={() => expect.mutate()}
      aria-label={`Mark as expected: ${path}`}
    >
      Mark as expected
    </Button>
  );
}
