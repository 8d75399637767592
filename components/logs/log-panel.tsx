'use client';

import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Drawer } from '@/components/ui/drawer';
import { EmptyState } from '@/components/ui/empty-state';
import { JsonView } from '@/components/ui/json-view';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { ExecutionDeliveries } from '@/components/webhooks/execution-deliveries';
import { executionDeliveriesQuery } from '@/components/webhooks/webhook-queries';
import { ApiError } from '@/lib/platform/http/client';
import type { LogDetail } from '@/lib/services/logs/schema';
import { CopyQueryMenu } from './copy-query-menu';
import { CostTable } from './cost-table';
import { LogFacts } from './log-facts';
import { logQuery } from './log-queries';
import { logSnippets } from './log-snippet';
import { ReplayButton } from './replay-button';
import { RunAgainButton } from './run-again-button';
import { SnapshotTab } from './snapshot-tab';
import { TraceTab } from './trace-tab';

/** One run in full, beside the list. */
export function LogPanel({ logId, onClose }: { logId: string; onClose: () => void }) {
  const log = useQuery(logQuery(logId));
  const missing = log.error instanceof ApiError && log.error.status === 404;
  return (
    <Drawer
      title={log.data?.workflow.name ?? 'Run'}
      onClose={onClose}
      actions={<CopyQueryMenu snippets={() => logSnippets(window.location.origin, logId)} />}
      className="w-full shrink-0 md:w-[min(40rem,56vw)]"
    >
      {log.data ? <LogBody log={log.data} /> : null}
      {log.isPending ? (
        <div className="p-4">
          <SkeletonRows rows={8} />
        </div>
      ) : null}
      {missing ? (
        <EmptyState icon={FileQuestion} title="Log not found">
          It was deleted, or it belongs to a workspace you are not a member of.
        </EmptyState>
      ) : log.isError ? (
        <LoadFailure error={log.error} onRetry={() => log.refetch()} className="m-4" />
      ) : null}
    </Drawer>
  );
}

function LogBody({ log }: { log: LogDetail }) {
  const { id, canWrite } = useWorkspace();
  const { traceSpans, finalOutput } = log.executionData;
  const models = Object.keys(log.cost.models).length;
  const told = useQuery(executionDeliveriesQuery(id, log.executionId));
  return (
    <>
      <LogFacts log={log} />
      {log.workflow.deleted ? null : (
        <div className="flex flex-wrap gap-2 px-4 pb-3">
          {canWrite ? <RunAgainButton log={log} /> : null}
          <ReplayButton logId={log.id} />
        </div>
      )}
      <Tabs defaultValue="trace">
        <TabsList>
          <TabsTrigger value="trace">Trace</TabsTrigger>
          <TabsTrigger value="output">Output</TabsTrigger>
          {models > 0 ? (
            <TabsTrigger value="cost" count={models}>
              Cost
            </TabsTrigger>
          ) : null}
          <TabsTrigger value="snapshot">Workflow as it ran</TabsTrigger>
          <TabsTrigger value="webhooks" {...(told.data ? { count: told.data.length } : {})}>
            Webhooks
          </TabsTrigger>
        </TabsList>
        <TabsContent value="trace">
          <TraceTab
            logId={log.id}
            spans={traceSpans}
            startedAt={log.startedAt}
            totalMs={log.totalDurationMs}
          />
        </TabsContent>
        <TabsContent value="output" className="p-4">
          <JsonView label="final output" value={finalOutput} maxHeight="60vh" />
        </TabsContent>
        <TabsContent value="cost" className="p-4">
          <CostTable cost={log.cost} />
        </TabsContent>
        <TabsContent value="snapshot" className="p-4">
          <SnapshotTab executionId={log.executionId} />
        </TabsContent>
        <TabsContent value="webhooks" className="p-4">
          <ExecutionDeliveries executionId={log.executionId} />
        </TabsContent>
      </Tabs>
    </>
  );
}
