'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { LoadFailure } from '@/components/page/load-failure';
import { logPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Status } from '@/components/ui/status';
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import { client } from '@/lib/platform/http/client';
import { redeliverEndpoint } from '@/lib/services/outgoing-webhooks/endpoints';
import type { Delivery, DeliveryDetail, Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { cn } from '../ui/class-names';
import { AttemptList } from './attempt-list';
import { NextStep } from './delivery-row';
import { BodyText } from './exchange-view';
import { deliveryQuery, useRefreshWebhooks } from './webhook-queries';
import { deliveryLook, EVENT_WORDS, redeliverProblem } from './webhook-words';

/** One delivery in full; refreshed while it is pending. */
export function DeliveryView({ webhook, deliveryId }: { webhook: Webhook; deliveryId: string }) {
  const { id } = useWorkspace();
  const delivery = useQuery(deliveryQuery(id, webhook.id, deliveryId));
  if (delivery.data) return <LoadedDelivery webhook={webhook} delivery={delivery.data} />;
  if (delivery.isError)
    return <LoadFailure error={delivery.error} onRetry={() => delivery.refetch()} className="m-4" />;
  return (
    <div className="p-4">
      <SkeletonRows rows={8} />
    </div>
  );
}

function LoadedDelivery({ webhook, delivery }: { webhook: Webhook; delivery: DeliveryDetail }) {
  const { id, canWrite } = useWorkspace();
  return (
    <article aria-label="Delivery" className="flex flex-col gap-5 p-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 aria-live="polite">
            <Status {...deliveryLook(delivery, !webhook.active)} className="font-medium" />
          </h3>
          <p className="mt-0.5 text-muted text-xs">
            {delivery.state === 'pending' ? (
              <NextStep delivery={delivery} paused={!webhook.active} />
            ) : (
              (delivery.lastReason ?? 'Nothing was sent.')
            )}
          </p>
        </div>
        {canWrite && delivery.kind === 'event' ? <Redeliver webhook={webhook} delivery={delivery} /> : null}
      </header>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2.5 sm:grid-cols-3">
        <Fact name={delivery.kind === 'test' ? 'Sent' : EVENT_WORDS[delivery.eventType].label}>
          <RelativeTime at={delivery.createdAt} />
        </Fact>
        <Fact name="Trigger">
          {delivery.kind === 'test'
            ? 'Test'
            : delivery.trigger === null
              ? 'None'
              : triggerDescriptions[delivery.trigger].label}
        </Fact>
        <Fact name="Run">
          <RunOf delivery={delivery} workspaceId={id} />
        </Fact>
        <Fact name="Delivery id, the same on every attempt" className="col-span-2 sm:col-span-3">
          <span className="flex items-center gap-1">
            <span className="truncate font-mono text-xs">{delivery.id}</span>
            <CopyButton label="Copy delivery id" text={delivery.id} />
          </span>
        </Fact>
      </dl>
      <section>
        <h4 className="mb-2 font-medium">Attempts</h4>
        <AttemptList attempts={delivery.attemptLog} body={delivery.body} />
      </section>
      <section>
        <h4 className="mb-2 font-medium">Payload</h4>
        {delivery.withheld !== null ? (
          <p className="text-muted text-sm">{delivery.withheld}</p>
        ) : delivery.body === '' && delivery.payload !== null ? (
          <p className="text-muted text-sm">The transform has not made it yet.</p>
        ) : (
          <BodyText label="payload" text={delivery.body} />
        )}
      </section>
      {delivery.payload === null ? null : (
        <section>
          <h4 className="mb-2 font-medium">Before the transform</h4>
          <BodyText label="payload before the transform" text={delivery.payload} />
        </section>
      )}
    </article>
  );
}

/** The run that the event is about; its log is there once it has ended. */
function RunOf({ delivery, workspaceId }: { delivery: Delivery; workspaceId: string }) {
  const { kind, level, logId, executionId } = delivery;
  if (kind === 'test') return <span className="text-muted">A test has none</span>;
  if (executionId === null) return <span className="text-muted">None</span>;
  if (level === null || logId === null) return <span className="font-mono text-xs">{executionId}</span>;
  return (
    <Link
      href={logPath(workspaceId, logId)}
      className={cn('text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-current')}
    >
      Open log
    </Link>
  );
}

function Fact({ name, children, className }: { name: string; children: ReactNode; className?: string }) {
  return (
    <div className={className}>
      <dt className="text-faint text-xs">{name}</dt>
      <dd className="tabular truncate">{children}</dd>
    </div>
  );
}

function Redeliver({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { id: workspaceId } = useWorkspace();
  const refresh = useRefreshWebhooks(workspaceId);
  const redeliver = useMutation({
    mutationFn: () => client.call(redeliverEndpoint, { params: { id: webhook.id, deliveryId: delivery.id } }),
    onSuccess: async () => {
      await refresh();
      toast.success('Sending again', { description: 'With the same id and body, and a new signature.' });
    },
  });
  const reason = redeliverProblem(webhook) ?? (delivery.inFlight ? 'It is being sent now.' : undefined);
  return (
    <div className="flex max-w-56 flex-col items-end gap-1">
      <Button
        busy={redeliver.isPending}
        disabled={reason !== undefined}
        title={reason}
        onClick={() => redeliver.mutate()}
      >
        <RotateCcw aria-hidden />
        {delivery.state === 'pending' ? 'Send now' : 'Redeliver'}
      </Button>
      {reason === undefined ? null : <p className="text-right text-muted text-xs">{reason}</p>}
    </div>
  );
}
