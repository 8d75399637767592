'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft, RotateCcw, Send } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { Segmented } from '@/components/ui/segmented';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Delivery, DeliveryState, Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { DeliveryRow } from './delivery-row';
import { DeliveryView } from './delivery-view';
import { RedeliverFailed, RedeliveryProgress } from './redeliver-failed';
import { SendAllNow } from './send-all-now';
import { deliveriesQuery } from './webhook-queries';
import { redeliverProblem } from './webhook-words';

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'succeeded', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const satisfies ReadonlyArray<{ value: DeliveryState | 'all'; label: string }>;
type Filter = (typeof FILTERS)[number]['value'];

export interface DeliveriesTabProps {
  webhook: Webhook;
  deliveryId: string | null;
  onOpen: (deliveryId: string | null) => void;
  onTest: () => void;
}

/** The history of deliveries on the left, one delivery in full beside it. */
export function DeliveriesTab({ webhook, deliveryId, onOpen, onTest }: DeliveriesTabProps) {
  const { canWrite } = useWorkspace();
  const [filter, setFilter] = useState<Filter>('all');
  const [redeliveryId, setRedeliveryId] = useState<string | null>(null);
  const [asksRedelivery, setAsksRedelivery] = useState(false);
  const problem = redeliverProblem(webhook);
  return (
    <div className="flex min-h-0 flex-1">
      <div
        className={cn(
          'flex min-h-0 min-w-0 flex-1 flex-col border-line lg:w-96 lg:flex-none xl:w-120 lg:border-r',
          deliveryId !== null && 'max-lg:hidden',
        )}
      >
        <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
          <Segmented
            aria-label="State of the deliveries"
            value={filter}
            options={FILTERS}
            onValueChange={setFilter}
            className="max-w-full overflow-x-auto"
          />
          {canWrite ? <SendAllNow webhook={webhook} /> : null}
          {canWrite ? (
            <Button
              variant="ghost"
              size="sm"
              disabled={problem !== undefined}
              title={problem}
              onClick={() => setAsksRedelivery(true)}
            >
              <RotateCcw aria-hidden />
              Redeliver failed…
            </Button>
          ) : null}
          {canWrite && problem !== undefined ? <p className="text-muted text-xs">{problem}</p> : null}
        </div>
        {redeliveryId === null ? null : (
          <RedeliveryProgress
            webhookId={webhook.id}
            redeliveryId={redeliveryId}
            onClose={() => setRedeliveryId(null)}
          />
        )}
        <History webhook={webhook} filter={filter} deliveryId={deliveryId} onOpen={onOpen} onTest={onTest} />
      </div>
      <div className={cn('min-h-0 min-w-0 flex-1 overflow-y-auto', deliveryId === null && 'max-lg:hidden')}>
        {deliveryId === null ? (
          <p className="p-8 text-center text-faint">Choose a delivery to see each attempt.</p>
        ) : (
          <>
            <Button variant="ghost" size="sm" className="mt-2 ml-2 lg:hidden" onClick={() => onOpen(null)}>
              <ArrowLeft aria-hidden />
              All deliveries
            </Button>
            <DeliveryView key={deliveryId} webhook={webhook} deliveryId={deliveryId} />
          </>
        )}
      </div>
      {asksRedelivery ? (
        <RedeliverFailed
          webhook={webhook}
          onClose={() => setAsksRedelivery(false)}
          onStarted={setRedeliveryId}
        />
      ) : null}
    </div>
  );
}

function History(props: DeliveriesTabProps & { filter: Filter }) {
  const { webhook, filter, deliveryId, onOpen, onTest } = props;
  const { id } = useWorkspace();
  const pages = useInfiniteQuery(deliveriesQuery(id, webhook.id, filter === 'all' ? null : filter));
  const rows = pages.data?.pages.flatMap((page) => page.data) ?? [];
  if (pages.isPending)
    return (
      <div className="p-4">
        <SkeletonRows rows={8} className="h-10" />
      </div>
    );
  if (pages.isError && rows.length === 0)
    return <LoadFailure error={pages.error} onRetry={() => pages.refetch()} className="m-4" />;
  if (rows.length === 0) return <NoDeliveries filter={filter} onTest={onTest} />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <DeliveryList rows={rows} paused={!webhook.active} openId={deliveryId} onOpen={onOpen} />
      <div className="py-3 text-center text-faint text-xs">
        {pages.hasNextPage ? (
          <Button size="sm" busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            Older deliveries
          </Button>
        ) : (
          'Deliveries are kept for 30 days.'
        )}
      </div>
    </div>
  );
}

function DeliveryList(props: {
  rows: readonly Delivery[];
  paused: boolean;
  openId: string | null;
  onOpen: (id: string) => void;
}) {
  return (
    <ul aria-label="Deliveries, newest first" onKeyDown={walk} className="divide-y divide-line/60">
      {props.rows.map((delivery) => (
        <li key={delivery.id}>
          <DeliveryRow
            delivery={delivery}
            paused={props.paused}
            isOpen={delivery.id === props.openId}
            onOpen={() => props.onOpen(delivery.id)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Moves from row to row with Up and Down. */
function walk(event: KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows = [...event.currentTarget.querySelectorAll('button')];
  const at = rows.indexOf(document.activeElement as HTMLButtonElement);
  event.preventDefault();
  rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus();
}

function NoDeliveries({ filter, onTest }: { filter: Filter; onTest: () => void }) {
  const { canWrite } = useWorkspace();
  if (filter !== 'all')
    return (
      <EmptyState icon={Send} title="None in this state">
        Choose “All” to see every delivery.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Send}
      title="Nothing sent yet"
      actions={
        canWrite ? (
          <Button variant="primary" onClick={onTest}>
            Try the receiver
          </Button>
        ) : null
      }
    >
      The next run of this workflow that passes the filters is delivered here as soon as it completes.
    </EmptyState>
  );
}
