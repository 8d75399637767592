'use client';

import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { LoadFailure } from '@/components/page/load-failure';
import { webhookPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Status } from '@/components/ui/status';
import type { Delivery } from '@/lib/services/outgoing-webhooks/schema';
import { NextStep } from './delivery-row';
import { executionDeliveriesQuery } from './webhook-queries';
import { StatusCode, WebhookUrl } from './webhook-signs';
import { deliveryLook } from './webhook-words';

/** The deliveries for one execution. */
export function ExecutionDeliveries({ executionId }: { executionId: string }) {
  const { id } = useWorkspace();
  const deliveries = useQuery(executionDeliveriesQuery(id, executionId));
  if (deliveries.isPending) return <SkeletonRows rows={2} className="h-14" />;
  if (deliveries.isError && !deliveries.data)
    return <LoadFailure error={deliveries.error} onRetry={() => deliveries.refetch()} />;
  if (deliveries.data?.length === 0)
    return (
      <EmptyState icon={Send} title="No deliveries">
        No active subscription matched this run when it completed, or it is more than 30 days old.
        Subscriptions are created with the webhook icon in the workflow’s editor.
      </EmptyState>
    );
  return (
    <ul aria-label="Webhook deliveries of this run" className="flex flex-col gap-2">
      {deliveries.data?.map((delivery) => (
        <li key={delivery.id}>
          <ToDelivery delivery={delivery} workspaceId={id} />
        </li>
      ))}
    </ul>
  );
}

function ToDelivery({ delivery, workspaceId }: { delivery: Delivery; workspaceId: string }) {
  const body = (
    <>
      <span className="flex items-center gap-2">
        <Status {...deliveryLook(delivery)} />
        <span className="min-w-0 flex-1">
          {delivery.url === null ? (
            <span className="text-muted">a subscription that was deleted</span>
          ) : (
            <WebhookUrl url={delivery.url} />
          )}
        </span>
        {delivery.attempts > 0 ? <StatusCode status={delivery.lastStatus} /> : null}
      </span>
      <span className="mt-1 flex text-muted text-xs">
        <NextStep delivery={delivery} />
      </span>
    </>
  );
  const classes = 'block rounded-lg border border-line bg-surface px-3 py-2';
  if (delivery.url === null) return <div className={classes}>{body}</div>;
  return (
    <Link
      href={webhookPath(workspaceId, delivery.workflowId, delivery.webhookId, delivery.id)}
      className={`${classes} hover:border-line-strong`}
    >
      {body}
    </Link>
  );
}
