'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Pause, Play, Send, Trash2, WebhookOff } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { EmptyState } from '@/components/ui/empty-state';
import { countOf } from '@/components/ui/format-quantity';
import { MoreButton } from '@/components/ui/more-button';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { client } from '@/lib/platform/http/client';
import { deleteWebhookEndpoint } from '@/lib/services/outgoing-webhooks/endpoints';
import type { Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { DeliveriesTab } from './deliveries-tab';
import { HealthStrip } from './health-strip';
import { useSetActive } from './pause-switch';
import { ReceiverTab } from './receiver-tab';
import { SecretTab } from './secret-tab';
import { SettingsTab } from './settings-tab';
import { type SendTest, TestTab, useSendTest } from './test-tab';
import { WEBHOOK_TABS, type WebhookTab } from './use-webhook-address';
import { isDeleted, useRefreshWebhooks, webhookQuery } from './webhook-queries';
import { WebhookTitle } from './webhook-signs';
import { addressParts } from './webhook-words';

const TAB_TITLES: Record<WebhookTab, string> = {
  deliveries: 'Deliveries',
  settings: 'Settings',
  secret: 'Secret',
  test: 'Test',
  receiver: 'Receiver code',
};

export interface WebhookDetailProps {
  webhookId: string;
  tab: WebhookTab;
  deliveryId: string | null;
  onTab: (tab: WebhookTab) => void;
  onDelivery: (deliveryId: string | null) => void;
  onDeleted: () => void;
  /** True if unsaved input would be lost. */
  unsaved: boolean;
  onUnsaved: (unsaved: boolean) => void;
}

/** One subscription: its health, deliveries and settings, and tests of its receiver. */
export function WebhookDetail(props: WebhookDetailProps) {
  const { id } = useWorkspace();
  const webhook = useQuery(webhookQuery(id, props.webhookId));
  // Takes precedence over the cached data, because it may have been deleted since.
  if (isDeleted(webhook.error))
    return <Deleted wasThere={webhook.data !== undefined} onList={props.onDeleted} />;
  if (webhook.data) return <LoadedWebhook {...props} webhook={webhook.data} />;
  if (webhook.isError)
    return <LoadFailure error={webhook.error} onRetry={() => webhook.refetch()} className="m-4" />;
  return (
    <div className="p-4">
      <SkeletonRows rows={8} />
    </div>
  );
}

function Deleted({ wasThere, onList }: { wasThere: boolean; onList: () => void }) {
  const refresh = useRefreshWebhooks(useWorkspace().id);
  const toList = () => {
    onList();
    void refresh();
  };
  return (
    <div role="status">
      <EmptyState
        icon={WebhookOff}
        title={wasThere ? 'This subscription was deleted' : 'Subscription not found'}
        actions={<Button onClick={toList}>All subscriptions</Button>}
      >
        {wasThere
          ? 'It was deleted elsewhere, perhaps in another tab. Nothing more is sent.'
          : 'It was deleted, or it belongs to a workspace you are not a member of.'}
      </EmptyState>
    </div>
  );
}

function LoadedWebhook(props: WebhookDetailProps & { webhook: Webhook }) {
  const { webhook, tab, onTab } = props;
  const sendTest = useSendTest(webhook);
  const test = () => {
    onTab('test');
    sendTest.mutate(null);
  };
  return (
    <>
      <DetailHead webhook={webhook} sendTest={sendTest} onTest={test} onDeleted={props.onDeleted} />
      <HealthStrip webhook={webhook} />
      <Tabs
        value={tab}
        onValueChange={(value) => onTab(WEBHOOK_TABS.find((each) => each === value) ?? 'deliveries')}
        className="flex min-h-0 flex-1 flex-col"
      >
        <TabsList className="shrink-0 bg-surface md:px-6">
          {WEBHOOK_TABS.map((each) => (
            <TabsTrigger
              key={each}
              value={each}
              {...(each === 'deliveries' ? { count: webhook.pending } : {})}
            >
              {TAB_TITLES[each]}
            </TabsTrigger>
          ))}
        </TabsList>
        <Tab name="deliveries">
          <DeliveriesTab
            webhook={webhook}
            deliveryId={props.deliveryId}
            onOpen={props.onDelivery}
            onTest={() => onTab('test')}
          />
        </Tab>
        <Tab name="settings" keep={props.unsaved}>
          <SettingsTab webhook={webhook} onUnsaved={props.onUnsaved} />
        </Tab>
        <Tab name="secret">
          <SecretTab webhook={webhook} />
        </Tab>
        <Tab name="test">
          <TestTab webhook={webhook} sendTest={sendTest} />
        </Tab>
        <Tab name="receiver">
          <ReceiverTab />
        </Tab>
      </Tabs>
    </>
  );
}

interface TabProps {
  name: WebhookTab;
  /** If true, the tab keeps its state while it is hidden. */
  keep?: boolean;
  children: React.ReactNode;
}

const Tab = ({ name, keep = false, children }: TabProps) => (
  <TabsContent
    value={name}
    {...(keep ? { forceMount: true } : {})}
    className="flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden"
  >
    {children}
  </TabsContent>
);

interface DetailHeadProps {
  webhook: Webhook;
  sendTest: SendTest;
  onTest: () => void;
  onDeleted: () => void;
}

function DetailHead({ webhook, sendTest, onTest, onDeleted }: DetailHeadProps) {
  const { canWrite } = useWorkspace();
  const [deleting, setDeleting] = useState(false);
  const setActive = useSetActive(webhook);
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 bg-surface px-4 pt-3 pb-2 md:px-6">
      <div className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-2">
        <h3 className="min-w-0 text-base">
          <WebhookTitle webhook={webhook} />
        </h3>
        {webhook.workflowId === null ? <Badge>All workflows</Badge> : null}
      </div>
      {canWrite ? (
        <div className="flex items-center gap-2">
          <Button busy={sendTest.isPending} onClick={onTest}>
            <Send aria-hidden />
            Send test
          </Button>
          <Button busy={setActive.isPending} onClick={() => setActive.mutate(!webhook.active)}>
            {webhook.active ? <Pause aria-hidden /> : <Play aria-hidden />}
            {webhook.active ? 'Pause' : 'Resume'}
          </Button>
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <MoreButton label="More of this subscription" />
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end">
              <DropdownMenuItem danger onSelect={() => setDeleting(true)}>
                <Trash2 aria-hidden />
                Delete…
              </DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        </div>
      ) : null}
      {deleting ? (
        <DeleteQuestion webhook={webhook} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      ) : null}
    </div>
  );
}

function DeleteQuestion(props: { webhook: Webhook; onClose: () => void; onDeleted: () => void }) {
  const { workspaceId, id, url, name, pending } = props.webhook;
  const refresh = useRefreshWebhooks(workspaceId);
  const title = name === '' ? addressParts(url).host : name;
  const remove = useMutation({
    mutationFn: async () => {
      try {
        await client.call(deleteWebhookEndpoint, { params: { id } });
      } catch (error) {
        if (!isDeleted(error)) throw error; // already deleted, which is the intended result
      }
    },
    onSuccess: async () => {
      props.onDeleted();
      toast.success(`Deleted the subscription ${title}`, { id: `deleted-${id}` });
      await refresh();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={`Delete the subscription ${title}?`}
      confirmLabel="Delete subscription"
      danger
      busy={remove.isPending || remove.isSuccess}
      onConfirm={() => remove.mutate()}
    >
      {pending > 0
        ? `${countOf(pending, 'delivery', 'deliveries')} ` +
          `${pending === 1 ? 'is' : 'are'} pending and will be cancelled. `
        : ''}
      It can be restored for 30 days. To stop for a while, pause it instead.
    </ConfirmDialog>
  );
}
