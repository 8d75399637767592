'use client';

import type { ReactNode } from 'react';
import { logsPath, workflowPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { formatCount, formatDuration, formatUsd } from '@/components/ui/format-quantity';
import { Link } from '@/components/ui/link';
import { Table, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table';
import { TRIGGER_LABELS } from '@/components/workflows/trigger-words';
import type { BlockSums, Overview } from '@/lib/services/overview/schema';
import type { OverviewChoice } from './overview-query';
import { formatDurationOrNone, formatRate } from './overview-words';

interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
}

interface ListProps<Row> {
  title: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The first names the row; the others are figures. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
}

function List<Row>({ title, rows, keyOf, columns }: ListProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-2 font-medium text-sm">{title}</h2>
      <Table>
        <TableHead>
          <tr>
            {columns.map((column, index) => (
              <TableHeader key={column.title} className={index > 0 ? 'text-right' : ''}>
                {column.title}
              </TableHeader>
            ))}
          </tr>
        </TableHead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)}>
              {columns.map((column, index) => (
                <TableCell
                  key={column.title}
                  className={index > 0 ? 'tabular whitespace-nowrap text-right' : 'max-w-64 truncate'}
                >
                  {column.cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

const MOST_WORKFLOWS = 10;
const LINK = 'underline-offset-2 hover:underline';

/** What stands out in the range; each figure leads to the logs that it counts. */
export function OverviewTables({ overview, choice }: { overview: Overview; choice: OverviewChoice }) {
  const { id } = useWorkspace();
  const { workflowIds } = choice;
  const endDate = new Date(Date.parse(overview.to) - 1).toISOString();
  const logs = (filters: Record<string, string>, text: ReactNode) => {
    const within = { startDate: overview.from, endDate, ...(workflowIds ? { workflowIds } : {}) };
    return (
      <Link href={`${logsPath(id)}?${new URLSearchParams({ ...within, ...filters })}`} className={LINK}>
        {text}
      </Link>
    );
  };
  const errors = (filters: Record<string, string>, count: number) =>
    count === 0 ? '0' : logs({ ...filters, level: 'error' }, formatCount(count));
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <List
        title="Workflows"
        rows={overview.workflows.slice(0, MOST_WORKFLOWS)}
        keyOf={({ workflowId }) => workflowId}
        columns={[
          {
            title: 'Workflow',
            cell: (row) => logs({ workflowIds: row.workflowId }, row.name ?? 'Deleted workflow'),
          },
          { title: 'Runs', cell: ({ runs }) => formatCount(runs) },
          { title: 'Errors', cell: (row) => errors({ workflowIds: row.workflowId }, row.errors) },
          { title: 'Median', cell: ({ p50Ms }) => formatDurationOrNone(p50Ms) },
          { title: '95%', cell: ({ p95Ms }) => formatDurationOrNone(p95Ms) },
          { title: 'Cost', cell: ({ costUsd }) => formatUsd(costUsd) },
        ]}
      />
      <List
        title="Triggers"
        rows={overview.triggers}
        keyOf={({ trigger }) => trigger}
        columns={[
          { title: 'Trigger', cell: (row) => logs({ triggers: row.trigger }, TRIGGER_LABELS[row.trigger]) },
          { title: 'Runs', cell: ({ runs }) => formatCount(runs) },
          { title: 'Errors', cell: (row) => errors({ triggers: row.trigger }, row.errors) },
          { title: 'Error rate', cell: ({ errorRate }) => formatRate(errorRate) },
          { title: 'Cost', cell: ({ costUsd }) => formatUsd(costUsd) },
        ]}
      />
      <BlockList title="Slowest blocks" blocks={overview.slowestBlocks} />
      <BlockList title="Blocks that fail most" blocks={overview.failingBlocks} />
      <List
        title="Servers"
        rows={overview.hosts}
        keyOf={({ host }) => host}
        columns={[
          { title: 'Host', cell: ({ host }) => <span className="font-mono text-xs">{host}</span> },
          { title: 'Requests', cell: ({ requests }) => formatCount(requests) },
          { title: 'Errors', cell: (row) => formatCount(row.errors) },
          { title: 'Error rate', cell: ({ errorRate }) => formatRate(errorRate) },
          { title: 'Average', cell: ({ averageMs }) => formatDuration(averageMs) },
        ]}
      />
      <List
        title="AI models"
        rows={overview.models}
        keyOf={({ model }) => model}
        columns={[
          { title: 'Model', cell: ({ model }) => logs({ model }, model) },
          { title: 'Runs', cell: ({ runs }) => formatCount(runs) },
          { title: 'Input tokens', cell: ({ promptTokens }) => formatCount(promptTokens) },
          { title: 'Output tokens', cell: ({ completionTokens }) => formatCount(completionTokens) },
          { title: 'Cost', cell: ({ costUsd }) => formatUsd(costUsd) },
        ]}
      />
    </div>
  );
}

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
          cell: ({ name, workflowId, workflowName }) => (
            <>
              {name}{' '}
              <Link href={workflowPath(id, workflowId)} className={`text-muted text-xs ${LINK}`}>
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
