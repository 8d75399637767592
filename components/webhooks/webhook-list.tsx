'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Plus, Webhook as WebhookIcon } from 'lucide-react';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/format-quantity';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { cn } from '../ui/class-names';
import { PauseSwitch } from './pause-switch';
import { webhooksQuery } from './webhook-queries';
import { HealthSentence, StatusCode, WebhookStatus, WebhookTitle } from './webhook-signs';
import { filterWords, includeWords, STARTS_BY_REQUEST } from './webhook-words';

export interface WebhookListProps {
  workflowId: string;
  onOpen: (id: string) => void;
  onNew: () => void;
}

/** The subscriptions that cover one workflow. */
export function WebhookList({ workflowId, onOpen, onNew }: WebhookListProps) {
  const { id, canWrite } = useWorkspace();
  const webhooks = useQuery(webhooksQuery(id, workflowId));
  const addButton = (
    <Button variant="primary" onClick={onNew}>
      <Plus aria-hidden />
      New subscription
    </Button>
  );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-6">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-xl text-muted">
          Each time a run of this workflow completes, a POST goes to every active subscription, signed where
          the subscription has a secret. Deliveries run beside the workflow and are retried when the receiver
          fails.
        </p>
        {canWrite && webhooks.data && webhooks.data.length > 0 ? addButton : null}
      </div>
      {webhooks.isPending ? <SkeletonRows rows={3} className="h-20" /> : null}
      {webhooks.isError && !webhooks.data ? (
        <LoadFailure error={webhooks.error} onRetry={() => webhooks.refetch()} />
      ) : null}
      {webhooks.data?.length === 0 ? (
        <EmptyState
          icon={WebhookIcon}
          title="No subscriptions yet"
          className="rounded-lg border border-line bg-surface"
          actions={canWrite ? addButton : null}
        >
          {canWrite
            ? 'Enter the URL of your receiver, choose which runs to send, and try it with a test delivery.'
            : 'Members with the writer role can create subscriptions; ' +
              'you will see them and their deliveries here.'}{' '}
          {STARTS_BY_REQUEST}
        </EmptyState>
      ) : null}
      {webhooks.data && webhooks.data.length > 0 ? (
        <ul aria-label="Subscriptions" className="flex flex-col gap-2">
          {webhooks.data.map((webhook) => (
            <li key={webhook.id}>
              <WebhookCard webhook={webhook} onOpen={() => onOpen(webhook.id)} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function WebhookCard({ webhook, onOpen }: { webhook: Webhook; onOpen: () => void }) {
  const { canWrite } = useWorkspace();
  const extras = includeWords(webhook);
  return (
    <article
      className={cn(
        'relative flex items-start gap-3 rounded-lg border border-line',
        'bg-surface p-3 shadow-lift hover:border-line-strong',
      )}
    >
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 max-w-full">
            {/* The whole card opens it; the switch is above this button. */}
            <button
              type="button"
              onClick={onOpen}
              className="max-w-full text-left after:absolute after:inset-0 after:rounded-lg"
            >
              <WebhookTitle webhook={webhook} />
            </button>
          </h3>
          <WebhookStatus webhook={webhook} className="text-xs" />
          {webhook.workflowId === null ? <Badge>All workflows</Badge> : null}
        </div>
        <p className="mt-1 line-clamp-2 text-muted text-xs">
          <HealthSentence webhook={webhook} />
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-xs">
          <span>{filterWords(webhook)}</span>
          {extras === null ? null : <span>with {extras}</span>}
          <span>{webhook.secret === null ? 'not signed' : 'signed'}</span>
          {webhook.pending > 0 ? <Badge tone="running">{formatCount(webhook.pending)} pending</Badge> : null}
        </div>
      </div>
      <LastDelivery webhook={webhook} />
      {canWrite ? (
        <div className="relative z-10">
          <PauseSwitch webhook={webhook} />
        </div>
      ) : null}
      <ChevronRight className="size-4 shrink-0 self-center text-faint" aria-hidden />
    </article>
  );
}

function LastDelivery({ webhook }: { webhook: Webhook }) {
  const last = webhook.lastDelivery;
  if (last === null) return null;
  return (
    <p className="flex shrink-0 items-center gap-1.5 whitespace-nowrap text-muted text-xs max-sm:hidden">
      <span className="sr-only">Last delivery</span>
      {last.state === 'pending' ? <Badge tone="running">pending</Badge> : <StatusCode status={last.status} />}
      <RelativeTime at={last.at} />
    </p>
  );
}
