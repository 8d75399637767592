'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useWorkspace } from '@/components/page/workspace-context';
import { cn } from '@/components/ui/class-names';
import type { DeliveryState, Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { deliveriesQuery } from './webhook-queries';

const SHOWN = 25;

const COLORS: Record<DeliveryState, string> = {
  succeeded: 'h-3 bg-success-solid',
  failed: 'h-3 bg-danger-solid',
  pending: 'h-2 bg-running-solid',
  cancelled: 'h-2 bg-line-strong',
};

/** The latest deliveries as bars, oldest first: shows whether a failure is permanent or a single one. */
export function OutcomeBars({ webhook }: { webhook: Webhook }) {
  const { id } = useWorkspace();
  const { data } = useInfiniteQuery(deliveriesQuery(id, webhook.id, null));
  const latest = data?.pages[0]?.data.slice(0, SHOWN).reverse() ?? [];
  if (latest.length < 2) return null;
  const good = latest.filter(({ state }) => state === 'succeeded').length;
  return (
    <span
      role="img"
      aria-label={`Of the last ${latest.length} deliveries ${good} succeeded`}
      title={`Of the last ${latest.length} deliveries ${good} succeeded`}
      className="ml-auto flex h-3 items-end gap-0.5 max-sm:hidden"
    >
      {latest.map((delivery) => (
        <span key={delivery.id} className={cn('w-1 rounded-full', COLORS[delivery.state])} />
      ))}
    </span>
  );
}
