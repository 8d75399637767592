'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { logPagePath } from '@/components/page/paths';
import { RunStatus } from '@/components/page/run-status';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { countOf, formatDuration, formatUsd } from '@/components/ui/format-quantity';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Table, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table';
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import { compareSpans, runInputOf } from '@/lib/core/replay/compare-spans';
import { diffDocuments } from '@/lib/core/workflow/diff-documents';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import type { LogDetail } from '@/lib/services/logs/schema';
import { ChangeList } from '../editor/versions/change-list';
import { executionQuery } from '../logs/log-queries';
import { ComparedOutputs, ComparedValues } from './compared-values';
import { StepTable } from './step-table';

interface Sides {
  before: LogDetail;
  after: LogDetail;
}

/** The differences between two runs, from the totals to single values. */
export function RunComparison({ before, after }: Sides) {
  const compared = useMemo(
    () => compareSpans(before.executionData.traceSpans, after.executionData.traceSpans),
    [before, after],
  );
  const [openId, setOpenId] = useState<string | null>(null);
  const first = compared.steps.find(({ id }) => id === compared.firstId);
  const showFirst = () => {
    setOpenId(compared.firstId);
    requestAnimationFrame(() =>
      document.querySelector('[data-first-difference]')?.scrollIntoView({ block: 'center' }),
    );
  };
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-6 p-4 pb-10 md:p-6">
      {before.workflowId === after.workflowId ? null : (
        <Notice tone="warning">These are runs of two workflows: blocks are compared by their id.</Notice>
      )}
      <Facts before={before} after={after} />
      {first === undefined ? (
        compared.unclear === 0 ? (
          <Notice tone="success" title="No block behaved differently" />
        ) : (
          <Notice title="No difference found so far">
            {countOf(compared.unclear, 'step')} of the runs{' '}
            {compared.unclear === 1 ? 'has values' : 'have values'} that are too large to compare here.
          </Notice>
        )
      ) : (
        <Notice
          tone="warning"
          title={`First difference: ${first.name}`}
          action={
            <Button size="sm" onClick={showFirst}>
              Show
            </Button>
          }
        >
          {countOf(compared.differing, 'step')} of the runs {compared.differing === 1 ? 'differs' : 'differ'}.
        </Notice>
      )}
      <Section title="Blocks">
        <StepTable compared={compared} openId={openId} logIds={[before.id, after.id]} onOpen={setOpenId} />
      </Section>
      <Section title="Input of the run">
        <ComparedValues
          before={{ value: runInputOf(before.executionData.traceSpans) ?? null, logId: before.id }}
          after={{ value: runInputOf(after.executionData.traceSpans) ?? null, logId: after.id }}
          same="Both runs have the same input."
        />
      </Section>
      <Section title="Output of the run">
        <ComparedOutputs
          before={{ value: before.executionData.finalOutput, logId: before.id }}
          after={{ value: after.executionData.finalOutput, logId: after.id }}
          same="Both runs have the same output."
        />
      </Section>
      <Section title="Workflow as it ran">
        <Documents before={before} after={after} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-semibold text-base">{title}</h2>
      {children}
    </section>
  );
}

function Facts({ before, after }: Sides) {
  const { id } = useWorkspace();
  const rows: Array<[string, (log: LogDetail) => ReactNode]> = [
    ['Run', (log) => <RunLink path={logPagePath(id, log.id)} name={log.workflow.name} />],
    ['Status', ({ status }) => <RunStatus status={status} />],
    ['Started', ({ startedAt }) => <RelativeTime at={startedAt} />],
    ['Version', ({ version }) => (version === null ? 'Draft' : `Version ${version}`)],
    ['Trigger', ({ trigger }) => triggerDescriptions[trigger].label],
    ['Duration', ({ totalDurationMs }) => formatDuration(totalDurationMs)],
    ['Waiting time', ({ waitedMs }) => (waitedMs === 0 ? '—' : formatDuration(waitedMs))],
    ['Cost', ({ cost }) => formatUsd(cost.total)],
  ];
  const changes: Record<string, string> = {
    Duration: signed(after.totalDurationMs - before.totalDurationMs, formatDuration),
    Cost: signed(after.cost.total - before.cost.total, formatUsd),
  };
  return (
    <Table className="tabular">
      <TableHead>
        <TableRow>
          <TableHeader>
            <span className="sr-only">Fact</span>
          </TableHeader>
          <TableHeader>First run</TableHeader>
          <TableHeader>Second run</TableHeader>
          <TableHeader className="text-right">Change</TableHeader>
        </TableRow>
      </TableHead>
      <tbody>
        {rows.map(([name, show]) => (
          <TableRow key={name}>
            <th scope="row" className="px-3 text-left font-medium text-muted text-xs">
              {name}
            </th>
            <TableCell>{show(before)}</TableCell>
            <TableCell>{show(after)}</TableCell>
            <TableCell className="whitespace-nowrap text-right text-muted">{changes[name] ?? ''}</TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

/** Formats a change with its sign; empty for no change. */
export function signed(change: number, format: (amount: number) => string): string {
  if (change === 0) return '';
  return `${change > 0 ? '+' : '−'}${format(Math.abs(change))}`;
}

function RunLink({ path, name }: { path: string; name: string }) {
  return (
    <Link href={path} className="text-accent underline decoration-accent/40 underline-offset-2">
      {name}
    </Link>
  );
}

function Documents({ before, after }: Sides) {
  const first = useQuery(executionQuery(before.executionId));
  const second = useQuery(executionQuery(after.executionId));
  const [openId, setOpenId] = useState<string | null>(null);
  const documents = useMemo(
    () =>
      first.data && second.data
        ? ([first.data.workflowState, second.data.workflowState] as unknown as [
            WorkflowDocument,
            WorkflowDocument,
          ])
        : null,
    [first.data, second.data],
  );
  const diff = useMemo(() => documents && diffDocuments(documents[0], documents[1]), [documents]);
  const failed = [first, second].find(({ isError }) => isError);
  if (failed) return <LoadFailure error={failed.error} onRetry={() => failed.refetch()} />;
  if (documents === null || diff === null) return <SkeletonRows rows={3} />;
  return (
    <div className="flex max-h-[60vh] flex-col overflow-hidden rounded-lg border border-line">
      <ChangeList diff={diff} documents={documents} openId={openId} onOpen={setOpenId} />
    </div>
  );
}
