'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { PageHeader } from '@/components/page/page-header';
import { webhookPath, workflowWebhooksPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/format-quantity';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Segmented } from '@/components/ui/segmented';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { OpenedWebhookPanel } from './opened-webhook-panel';
import { SubscribeDialog } from './subscribe-dialog';
import { webhooksQuery } from './webhook-queries';
import { FailingFor, StatusCode, WebhookStatus, WebhookTitle } from './webhook-signs';
import { filterWords, inTrouble, STARTS_BY_REQUEST } from './webhook-words';

type Show = 'all' | 'failing' | 'active' | 'paused';

const SHOWS: Record<Show, (webhook: Webhook) => boolean> = {
  all: () => true,
  failing: inTrouble,
  active: ({ state }) => state === 'active',
  paused: ({ state }) => state === 'paused',
};
const TITLES: Record<Show, string> = { all: 'All', failing: 'Failing', active: 'Active', paused: 'Paused' };

/** All subscriptions of the workspace, failing ones first. */
export function WebhooksPage() {
  const { id, canWrite } = useWorkspace();
  const webhooks = useQuery(webhooksQuery(id));
  const [subscribing, setSubscribing] = useState(false);
  const newButton = canWrite ? (
    <Button variant="primary" onClick={() => setSubscribing(true)}>
      <Plus aria-hidden />
      New subscription
    </Button>
  ) : null;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title="Webhooks" actions={webhooks.data && webhooks.data.length > 0 ? newButton : null} />
      <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-6">
        {webhooks.isPending ? <SkeletonRows rows={6} className="h-10" /> : null}
        {webhooks.isError && !webhooks.data ? (
          <LoadFailure error={webhooks.error} onRetry={() => webhooks.refetch()} />
        ) : null}
        {webhooks.data?.length === 0 ? <NoWebhooks action={newButton} /> : null}
        {webhooks.data && webhooks.data.length > 0 ? <Overview webhooks={webhooks.data} /> : null}
      </div>
      {subscribing ? <SubscribeDialog onClose={() => setSubscribing(false)} /> : null}
      <OpenedWebhookPanel workflow={null} />
    </div>
  );
}

function NoWebhooks({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      icon={WebhookIcon}
      title="No subscriptions yet"
      className="rounded-lg border border-line bg-surface"
      actions={action}
    >
      A workflow can notify your own systems of each completed run.{' '}
      {action === null
        ? 'Members with the writer role can create subscriptions.'
        : 'Choose the workflow here, or press the webhook icon in the bar above its canvas.'}{' '}
      {STARTS_BY_REQUEST}
    </EmptyState>
  );
}

function Overview({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [show, setShow] = useState<Show>('all');
  const shown = webhooks.filter(SHOWS[show]);
  return (
    <>
      <Segmented
        aria-label="Which subscriptions"
        value={show}
        onValueChange={setShow}
        className="mb-4"
        options={(Object.keys(SHOWS) as Show[]).map((value) => ({
          value,
          label: (
            <>
              {TITLES[value]}
              <span className="tabular text-faint">{formatCount(webhooks.filter(SHOWS[value]).length)}</span>
            </>
          ),
        }))}
      />
      {shown.length === 0 ? (
        <p className="text-muted">
          {show === 'failing' ? 'All receivers are healthy.' : 'None. Choose “All” to see the others.'}
        </p>
      ) : (
        <WebhookTable webhooks={shown} />
      )}
    </>
  );
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { id } = useWorkspace();
  return (
    <DataTable
      rowClassName="hover:bg-hover"
      rows={webhooks}
      keyOf={(webhook) => webhook.id}
      columns={[
        {
          title: 'Subscription',
          className: 'min-w-44 max-w-44 sm:max-w-96',
          cell: (webhook) => (
            <>
              <Link
                href={webhookPath(id, webhook.workflowId, webhook.id)}
                className="flex min-h-6 items-center hover:underline"
              >
                <WebhookTitle webhook={webhook} />
              </Link>
              <Covered webhook={webhook} />
            </>
          ),
        },
        { title: 'Health', className: 'whitespace-nowrap', cell: (webhook) => <Health webhook={webhook} /> },
        {
          title: 'Last delivery',
          className: 'whitespace-nowrap text-muted text-xs',
          cell: (webhook) => <LastDelivery webhook={webhook} />,
        },
        {
          title: 'Pending',
          isNumeric: true,
          className: 'tabular text-muted',
          cell: ({ pending }) => (pending > 0 ? formatCount(pending) : '—'),
        },
        { title: 'Receives', className: 'min-w-32 text-muted text-xs', cell: filterWords },
      ]}
    />
  );
}

function Covered({ webhook: { workspaceId, workflowId, workflowName } }: { webhook: Webhook }) {
  if (workflowId === null) return <p className="text-muted text-xs">All workflows</p>;
  return (
    <Link
      href={workflowWebhooksPath(workspaceId, workflowId)}
      className="flex min-h-6 items-center text-muted text-xs hover:underline"
    >
      <span className="truncate">{workflowName}</span>
    </Link>
  );
}

function Health({ webhook }: { webhook: Webhook }) {
  const { failingSince, lastReason } = webhook.health;
  return (
    <>
      <WebhookStatus webhook={webhook} />
      {failingSince !== null && webhook.state === 'active' ? (
        <span className="block text-faint text-xs" title={lastReason ?? undefined}>
          <FailingFor since={failingSince} />
        </span>
      ) : null}
    </>
  );
}

function LastDelivery({ webhook: { lastDelivery } }: { webhook: Webhook }) {
  if (lastDelivery === null) return '—';
  return (
    <span className="flex items-center gap-1.5">
      {lastDelivery.state === 'pending' && lastDelivery.status === null ? (
        'pending'
      ) : (
        <StatusCode status={lastDelivery.status} />
      )}
      <RelativeTime at={lastDelivery.at} />
    </span>
  );
}
