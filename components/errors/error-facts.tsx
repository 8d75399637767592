'use client';

import type { ReactNode } from 'react';
import { blockPath, workflowPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { formatCount } from '@/components/ui/format-quantity';
import { formatExact, formatMinute } from '@/components/ui/format-time';
import { Link } from '@/components/ui/link';
import { useTimeZone } from '@/components/ui/page-time';
import { RelativeTime, useNow } from '@/components/ui/relative-time';
import type { ErrorGroupDetail } from '@/lib/services/error-groups/schema';
import { stateSince, stateWords } from './group-words';

const LINK = 'text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-current';

/** The key facts of an error. */
export function ErrorFacts({ group }: { group: ErrorGroupDetail }) {
  const { id } = useWorkspace();
  const { workflowId, workflowName, blockId, blockName, count, firstSeenAt, lastSeenAt } = group;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2.5 sm:grid-cols-3">
      <Fact name="Failed runs">{formatCount(count)}</Fact>
      <Fact name="First seen">
        <RelativeTime at={firstSeenAt} />
      </Fact>
      <Fact name="Last seen">
        <RelativeTime at={lastSeenAt} />
      </Fact>
      <Fact name="Workflow">
        <Link href={workflowPath(id, workflowId)} className={LINK}>
          {workflowName}
        </Link>
      </Fact>
      {blockId === null ? null : (
        <Fact name="Block">
          <Link href={blockPath(id, workflowId, blockId)} className={LINK}>
            {blockName ?? blockId}
          </Link>
        </Fact>
      )}
      <Fact name="State">
        <StateSince group={group} />
      </Fact>
    </dl>
  );
}

type Stated = Pick<
  ErrorGroupDetail,
  'state' | 'stateChangedAt' | 'stateChangedBy' | 'resolvedInVersion' | 'ignoredUntil' | 'reopenedAt'
>;

export function StateSince({ group }: { group: Stated }) {
  const { state, stateChangedBy, ignoredUntil } = group;
  const since = stateSince(group);
  return (
    <>
      {stateWords(group)}
      {since === null ? null : (
        <span className="block truncate text-muted text-xs">
          <RelativeTime at={since} />
          {stateChangedBy === null ? '' : ` by ${stateChangedBy.name}`}
        </span>
      )}
      {state === 'ignored' && ignoredUntil !== null ? (
        <span className="block whitespace-normal text-muted text-xs">
          until a failure after <Minute at={Date.parse(ignoredUntil)} />
        </span>
      ) : null}
    </>
  );
}

/** A relative time would read “after in 7 d”. @param at milliseconds since 1970 */
function Minute({ at }: { at: number }) {
  const now = useNow();
  const timeZone = useTimeZone();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExact(at, timeZone)}>
      {formatMinute(at, now, timeZone)}
    </time>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint text-xs">{name}</dt>
      <dd className="tabular truncate">{children}</dd>
    </div>
  );
}
