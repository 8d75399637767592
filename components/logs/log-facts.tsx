'use client';

import type { ReactNode } from 'react';
import {
  errorOfLogPath,
  logPagePath,
  logsOfTagPath,
  runPath,
  versionPath,
  workflowPath,
} from '@/components/page/paths';
import { waitingWords } from '@/components/page/run-duration';
import { RunStatus } from '@/components/page/run-status';
import { useWorkspace } from '@/components/page/workspace-context';
import { formatDuration, formatUsd } from '@/components/ui/format-quantity';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import type { LogDetail } from '@/lib/services/logs/schema';
import { ExecutionLogLink } from './execution-log-link';
import { FileLinks } from './file-links';
import { PayloadDeleted } from './payload-deleted';
import { endOfTryWords, tryWords } from './try-words';

const LINK = 'text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-current';

/** The key facts of a run. */
export function LogFacts({ log }: { log: LogDetail }) {
  const { id } = useWorkspace();
  return (
    <div className="@container">
      <PayloadDeleted log={log} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2.5 px-4 pt-4 pb-3 @md:grid-cols-3 @4xl:grid-cols-7">
        <Fact name="Status">
          <RunStatus status={log.status} />
        </Fact>
        <Fact name="Started">
          <RelativeTime at={log.startedAt} />
        </Fact>
        <Fact name="Duration">
          {formatDuration(log.totalDurationMs)}
          {log.waitedMs === 0 ? null : (
            <span className="block truncate text-muted text-xs">{waitingWords(log)}</span>
          )}
        </Fact>
        <Fact name="Trigger">{triggerDescriptions[log.trigger].label}</Fact>
        <Fact name="Cost">
          {formatUsd(log.cost.total)}
          {log.cost.unpriced === undefined ? null : (
            <span className="block truncate text-warning text-xs">
              Without {log.cost.unpriced.join(', ')}: no price known
            </span>
          )}
        </Fact>
        <Fact name="Workflow">
          {log.workflow.deleted ? (
            <span className="text-muted">deleted</span>
          ) : (
            <Link href={workflowPath(id, log.workflowId)} className={LINK}>
              Open in the editor
            </Link>
          )}
        </Fact>
        <Fact name="Version">
          {log.version === null || log.workflow.deleted ? (
            (log.version ?? 'Draft')
          ) : (
            <Link href={versionPath(id, log.workflowId, log.version)} className={LINK}>
              Version {log.version}
            </Link>
          )}
        </Fact>
        {isInErrorGroup(log) ? (
          <Fact name="Error">
            <Link href={errorOfLogPath(id, log.id)} className={LINK}>
              Runs that failed like this
            </Link>
          </Fact>
        ) : null}
        {log.parentExecutionId === undefined ? null : (
          <Fact name="Called by">
            <ExecutionLogLink executionId={log.parentExecutionId}>Open the caller’s log</ExecutionLogLink>
          </Fact>
        )}
        {log.repeats === undefined ? null : (
          <Fact name="Repeats">
            <Link href={logPagePath(id, log.repeats.logId)} className={LINK}>
              {log.repeats.fromBlock === null ? 'An earlier run' : 'An earlier run, in part'}
            </Link>
          </Fact>
        )}
        {log.repeatedBy === undefined ? null : (
          <Fact name="Repeated by">
            <span className="flex flex-wrap gap-x-3">
              {log.repeatedBy.map(({ logId, fromBlock }, index) => (
                <Link key={logId} href={logPagePath(id, logId)} className={LINK}>
                  {index === 0 ? 'A later run' : `Run ${index + 1}`}
                  {fromBlock === null ? '' : ', in part'}
                </Link>
              ))}
            </span>
          </Fact>
        )}
        {log.tries === undefined ? null : <TriesFact tries={log.tries} logId={log.id} />}
        {log.tags.length === 0 ? null : (
          <Fact name="Tags" className="col-span-full">
            <span className="flex flex-wrap gap-x-3">
              {log.tags.map((tag) => (
                <Link key={tag} href={logsOfTagPath(id, tag)} className={LINK}>
                  {tag}
                </Link>
              ))}
            </span>
          </Fact>
        )}
        {log.files ? (
          <Fact name="Files" className="col-span-full">
            <FileLinks files={log.files} />
          </Fact>
        ) : null}
      </dl>
    </div>
  );
}

/** Which try of its run this is, and what became of the others. */
function TriesFact({ tries, logId }: { tries: NonNullable<LogDetail['tries']>; logId: string }) {
  const { id } = useWorkspace();
  return (
    <Fact name="Tries" className="col-span-full">
      <span className="flex flex-wrap gap-x-3">
        <span className="first-letter:uppercase">{tryWords(tries)}</span>
        {tries.runs.map((run) => {
          if (run.logId === logId) return null;
          const words = endOfTryWords(run);
          return words === null ? (
            <Link key={run.logId} href={runPath(id, run.executionId)} className={LINK}>
              Try {run.number} {run.dueAt === null ? null : <RelativeTime at={run.dueAt} />}
            </Link>
          ) : (
            <Link key={run.logId} href={logPagePath(id, run.logId)} className={LINK}>
              {words}
            </Link>
          );
        })}
      </span>
    </Fact>
  );
}

/** The last try of a run counts. */
const isTriedAgain = ({ tries }: LogDetail): boolean =>
  (tries?.runs.at(-1)?.number ?? 0) > (tries?.number ?? 0);

/** False for a called run, whose caller handles its failure, and for a draft that somebody ran by hand. */
const isInErrorGroup = (log: LogDetail): boolean => isCounted(log) && !isTriedAgain(log);

const isCounted = ({ status, trigger, version, parentExecutionId, workflow }: LogDetail): boolean =>
  status === 'error' &&
  parentExecutionId === undefined &&
  !workflow.deleted &&
  !(trigger === 'manual' && version === null);

function Fact({ name, children, className }: { name: string; children: ReactNode; className?: string }) {
  return (
    <div className={className}>
      <dt className="text-faint text-xs">{name}</dt>
      <dd className="tabular truncate">{children}</dd>
    </div>
  );
}
