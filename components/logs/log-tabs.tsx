'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWorkspace } from '@/components/page/workspace-context';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { ExecutionDeliveries } from '@/components/webhooks/execution-deliveries';
import { executionDeliveriesQuery } from '@/components/webhooks/webhook-queries';
import type { LogDetail } from '@/lib/services/logs/schema';
import { CostTable } from './cost-table';
import { OutputTab } from './output-tab';
import { SnapshotTab } from './snapshot-tab';
import { TraceTab } from './trace-tab';

export interface LogTabsProps {
  log: LogDetail;
  /** By default the tabs keep by themselves which one is open. */
  tab?: string;
  onTab?: (tab: string) => void;
  /** The block whose detail the trace shows first. */
  blockId?: string | null;
  /** In place of the document that ran, as text. */
  snapshot?: ReactNode;
}

/** Everything of a run, by kind. */
export function LogTabs({ log, tab, onTab, blockId = null, snapshot }: LogTabsProps) {
  const { id } = useWorkspace();
  const { traceSpans } = log.executionData;
  const models = Object.keys(log.cost.models).length;
  const deliveries = useQuery(executionDeliveriesQuery(id, log.executionId)).data;
  const chosen = tab === undefined ? { defaultValue: 'trace' } : { value: tab };
  return (
    <Tabs {...chosen} {...(onTab && { onValueChange: onTab })}>
      <TabsList>
        <TabsTrigger value="trace">Trace</TabsTrigger>
        <TabsTrigger value="output">Output</TabsTrigger>
        {models > 0 ? (
          <TabsTrigger value="cost" count={models}>
            Cost
          </TabsTrigger>
        ) : null}
        <TabsTrigger value="snapshot">Workflow as it ran</TabsTrigger>
        <TabsTrigger value="webhooks" {...(deliveries ? { count: deliveries.length } : {})}>
          Webhooks
        </TabsTrigger>
      </TabsList>
      <TabsContent value="trace">
        <TraceTab
          key={blockId}
          logId={log.id}
          executionId={log.executionId}
          spans={traceSpans}
          startedAt={log.startedAt}
          totalMs={log.totalDurationMs}
          blockId={blockId}
        />
      </TabsContent>
      <TabsContent value="output" className="p-4">
        <OutputTab log={log} />
      </TabsContent>
      <TabsContent value="cost" className="p-4">
        <CostTable cost={log.cost} />
      </TabsContent>
      <TabsContent value="snapshot" className={snapshot === undefined ? 'p-4' : ''}>
        {snapshot ?? <SnapshotTab executionId={log.executionId} />}
      </TabsContent>
      <TabsContent value="webhooks" className="p-4">
        <ExecutionDeliveries executionId={log.executionId} />
      </TabsContent>
    </Tabs>
  );
}
