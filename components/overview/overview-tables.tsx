'use client';

import type { ReactNode } from 'react';
import { blockPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import type { Column } from '@/components/ui/data-table';
import { formatCount, formatDuration, formatUsd } from '@/components/ui/format-quantity';
import { Link } from '@/components/ui/link';
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import type { BlockSums, Overview } from '@/lib/services/overview/schema';
import { List } from './overview-list';
import type { Narrowing, OverviewChoice } from './overview-query';
import { formatDurationOrNone, formatRate, LINK, logsWithin } from './overview-words';

const MOST_WORKFLOWS = 10;

export interface OverviewTablesProps {
  overview: Overview;
  choice: OverviewChoice;
  onNarrow: (change: Narrowing) => void;
}

/** The tables of the range: names narrow the overview, numbers open the logs that they count. */
export function OverviewTables({ overview, choice, onNarrow }: OverviewTablesProps) {
  const { id } = useWorkspace();
  const logs = (filters: Record<string, string>, text: ReactNode) => (
    <Link href={logsWithin(id, overview, choice, filters)} className={LINK}>
      {text}
    </Link>
  );
  const runs = (filters: Record<string, string>, count: number) => logs(filters, formatCount(count));
  const errors = (filters: Record<string, string>, count: number) =>
    count === 0 ? '0' : runs({ ...filters, statuses: 'error' }, count);
  const narrowing = (change: Narrowing, text: ReactNode) => (
    <button type="button" className={`max-w-full truncate ${LINK}`} onClick={() => onNarrow(change)}>
      {text}
    </button>
  );
  const { models, hosts, slowestBlocks, failingBlocks } = overview;
  return (
    <div className="grid gap-6 xl:grid-cols-2 xl:[&>:last-child:nth-child(odd)]:col-span-2">
      <List
        title="Workflows"
        rows={overview.workflows.slice(0, MOST_WORKFLOWS)}
        keyOf={({ workflowId }) => workflowId}
        columns={[
          {
            title: 'Workflow',
            cell: (row) => narrowing({ workflowIds: row.workflowId }, row.name ?? 'Deleted workflow'),
          },
          { title: 'Runs', cell: (row) => runs({ workflowIds: row.workflowId }, row.runs) },
          { title: 'Errors', cell: (row) => errors({ workflowIds: row.workflowId }, row.errors) },
          { title: 'p50', cell: ({ p50Ms }) => formatDurationOrNone(p50Ms) },
          { title: 'p95', cell: ({ p95Ms }) => formatDurationOrNone(p95Ms) },
          ...waitColumn(overview),
          { title: 'Cost', cell: ({ costUsd }) => formatUsd(costUsd) },
        ]}
      />
      <List
        title="Triggers"
        rows={overview.triggers}
        keyOf={({ trigger }) => trigger}
        columns={[
          {
            title: 'Trigger',
            cell: ({ trigger }) => narrowing({ triggers: trigger }, triggerDescriptions[trigger].label),
          },
          { title: 'Runs', cell: (row) => runs({ triggers: row.trigger }, row.runs) },
          { title: 'Errors', cell: (row) => errors({ triggers: row.trigger }, row.errors) },
          { title: 'Error rate', cell: ({ errorRate }) => formatRate(errorRate) },
          { title: 'p50', cell: ({ p50Ms }) => formatDurationOrNone(p50Ms) },
          { title: 'p95', cell: ({ p95Ms }) => formatDurationOrNone(p95Ms) },
          ...waitColumn(overview),
          { title: 'Cost', cell: ({ costUsd }) => formatUsd(costUsd) },
        ]}
      />
      <BlockList title="Slowest blocks" blocks={slowestBlocks ?? []} />
      <BlockList title="Blocks that fail most" blocks={failingBlocks ?? []} />
      <List
        title="Servers"
        rows={hosts ?? []}
        keyOf={({ host }) => host}
        columns={[
          {
            title: 'Host',
            cell: ({ host }) => narrowing({ host }, <span className="font-mono text-xs">{host}</span>),
          },
          { title: 'Requests', cell: ({ requests }) => formatCount(requests) },
          { title: 'Errors', cell: (row) => formatCount(row.errors) },
          { title: 'Error rate', cell: ({ errorRate }) => formatRate(errorRate) },
          { title: 'Average', cell: ({ averageMs }) => formatDuration(averageMs) },
        ]}
      />
      <List
        title="AI models"
        rows={models ?? []}
        keyOf={({ model }) => model}
        columns={[
          { title: 'Model', cell: ({ model }) => narrowing({ model }, model) },
          { title: 'Runs', cell: (row) => runs({ model: row.model }, row.runs) },
          { title: 'Input tokens', cell: ({ promptTokens }) => formatCount(promptTokens) },
          { title: 'Output tokens', cell: ({ completionTokens }) => formatCount(completionTokens) },
          { title: 'Cost', cell: ({ costUsd }) => formatUsd(costUsd) },
        ]}
      />
    </div>
  );
}

/** Returns the column of waits, if any run waited. */
const waitColumn = ({ totals }: Overview): Column<Pick<Overview['totals'], 'waiting'>>[] =>
  totals.waiting.runs === 0
    ? []
    : [{ title: 'Waits, p50', cell: ({ waiting }) => formatDurationOrNone(waiting.p50Ms) }];

function BlockList({ title, blocks }: { title: string; blocks: readonly BlockSums[] }) {
  const { id } = useWorkspace();
  return (
    <List
      title={title}
      rows={blocks}
      keyOf={({ workflowId, blockId }) => `${workflowId} ${blockId}`}
      columns={[
        {
          title: 'Block',
          cell: ({ name, workflowId, workflowName, blockId }) => (
            <>
              {name}{' '}
              <Link href={blockPath(id, workflowId, blockId)} className={`text-muted text-xs ${LINK}`}>
                {workflowName ?? 'Deleted workflow'}
              </Link>
            </>
          ),
        },
        { title: 'Times run', cell: ({ runs }) => formatCount(runs) },
        { title: 'Errors', cell: (row) => formatCount(row.errors) },
        { title: 'Error rate', cell: ({ errorRate }) => formatRate(errorRate) },
        { title: 'Average', cell: ({ averageMs }) => formatDuration(averageMs) },
      ]}
    />
  );
}
