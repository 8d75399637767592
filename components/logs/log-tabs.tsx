'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { effectsOfRunQuery } from '@/components/effects/effect-queries';
import { RunEffects } from '@/components/effects/run-effects';
import { useWorkspace } from '@/components/page/workspace-context';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { ExecutionDeliveries } from '@/components/webhooks/execution-deliveries';
import { executionDeliveriesQuery } from '@/components/webhooks/webhook-queries';
import type { LogDetail } from '@/lib/services/logs/schema';
import { CostTable } from './cost-table';
import { OutputTab } from './output-tab';
import { SnapshotTab } from './snapshot-tab';
import { TraceTab } from './trace-tab';

export interface LogPlace {
  tab: string;
  /** The block whose detail the trace shows first. */
  block: string | null;
}

export interface LogTabsProps {
  log: LogDetail;
  place: LogPlace;
  onPlace: (place: Partial<LogPlace>) => void;
  /** Replaces the text of the executed document. */
  snapshot?: ReactNode;
}

/** All data of a run, by kind. */
export function LogTabs({ log, place, onPlace, snapshot }: LogTabsProps) {
  const { id } = useWorkspace();
  const { tab, block } = place;
  const { traceSpans } = log.executionData;
  const models = Object.keys(log.cost.models).length;
  const deliveries = useQuery(executionDeliveriesQuery(id, log.executionId)).data;
  const effects = useQuery(effectsOfRunQuery(id, log.executionId)).data ?? [];
  return (
    <Tabs value={tab} onValueChange={(chosen) => onPlace({ tab: chosen })}>
      <TabsList>
        <TabsTrigger value="trace">Trace</TabsTrigger>
        <TabsTrigger value="output">Output</TabsTrigger>
        {models > 0 ? (
          <TabsTrigger value="cost" count={models}>
            Cost
          </TabsTrigger>
        ) : null}
        {effects.length > 0 ? (
          <TabsTrigger value="effects" count={effects.length}>
            Effects
          </TabsTrigger>
        ) : null}
        <TabsTrigger value="snapshot">Workflow as it ran</TabsTrigger>
        <TabsTrigger value="webhooks" {...(deliveries ? { count: deliveries.length } : {})}>
          Webhooks
        </TabsTrigger>
      </TabsList>
      <TabsContent value="trace">
        <TraceTab
          key={block}
          logId={log.id}
          executionId={log.executionId}
          workflowId={log.workflow.deleted ? null : log.workflowId}
          spans={traceSpans}
          startedAt={log.startedAt}
          totalMs={log.totalDurationMs}
          blockId={block}
        />
      </TabsContent>
      <TabsContent value="output" className="p-4">
        <OutputTab log={log} onShow={({ blockId }) => onPlace({ tab: 'trace', block: blockId })} />
      </TabsContent>
      <TabsContent value="cost" className="p-4">
        <CostTable cost={log.cost} />
      </TabsContent>
      <TabsContent value="effects" className="p-4">
        <RunEffects executionId={log.executionId} />
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
