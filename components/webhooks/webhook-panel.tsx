'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { OfflineBanner } from '@/components/page/offline-banner';
import { Sheet } from '@/components/ui/sheet';
import { NewWebhook } from './new-webhook';
import { DiscardQuestion, useHeldView } from './unsaved-input';
import { useWebhookAddress, type WebhookView } from './use-webhook-address';
import { WebhookDetail } from './webhook-detail';
import { WebhookList } from './webhook-list';

export interface WebhookPanelProps {
  /** Null over the list of all subscriptions, which it closes to. */
  workflow: { id: string; name: string } | null;
}

/** Webhook subscriptions, over a workflow's editor or the list of all. The URL decides whether it is open. */
export function WebhookPanel({ workflow }: WebhookPanelProps) {
  const { view: address, go } = useWebhookAddress();
  const [unsaved, setUnsaved] = useState(false);
  const { view, leaving } = useHeldView(address, unsaved);
  if (view === null) return null;
  const open = (id: string) => go({ kind: 'one', id, tab: 'deliveries', deliveryId: null });
  const toList = () => go(workflow === null ? null : { kind: 'list' });
  return (
    <Sheet
      title={workflow === null ? 'Webhooks' : `Webhooks of ${workflow.name}`}
      heading={<Crumbs view={view} workflowName={workflow?.name} onList={toList} />}
      onClose={() => go(null, 'replace')}
    >
      {/* The shell's own banner is covered by the panel. */}
      <OfflineBanner />
      {view.kind === 'list' && workflow !== null ? (
        <WebhookList workflowId={workflow.id} onOpen={open} onNew={() => go({ kind: 'new' })} />
      ) : null}
      {view.kind === 'new' ? (
        <NewWebhook
          workflowId={workflow?.id ?? null}
          onCancel={toList}
          onUnsaved={setUnsaved}
          onCreated={(id) => {
            setUnsaved(false);
            openCreated(go, id);
          }}
        />
      ) : null}
      {view.kind === 'one' ? (
        <WebhookDetail
          key={view.id}
          webhookId={view.id}
          tab={view.tab}
          deliveryId={view.deliveryId}
          onTab={(tab) => go({ ...view, tab, deliveryId: null }, 'replace')}
          // Back leads to the list; moving from delivery to delivery adds no history entries.
          onDelivery={(deliveryId) =>
            go({ ...view, deliveryId }, view.deliveryId === null && deliveryId !== null ? 'push' : 'replace')
          }
          onDeleted={() => {
            setUnsaved(false);
            go(workflow === null ? null : { kind: 'list' }, 'replace');
          }}
          unsaved={unsaved}
          onUnsaved={setUnsaved}
        />
      ) : null}
      {leaving ? <DiscardQuestion onStay={() => go(view)} onDiscard={() => setUnsaved(false)} /> : null}
    </Sheet>
  );
}

/** Replaces the history entry, because Back must not lead to a submitted form. */
function openCreated(go: ReturnType<typeof useWebhookAddress>['go'], id: string) {
  go({ kind: 'one', id, tab: 'test', deliveryId: null }, 'replace');
}

interface CrumbsProps {
  view: WebhookView;
  workflowName: string | undefined;
  onList: () => void;
}

function Crumbs({ view, workflowName, onList }: CrumbsProps) {
  if (view.kind === 'list')
    return (
      <p aria-hidden className="truncate text-base">
        <span className="font-semibold">Webhooks</span> <span className="text-muted">of {workflowName}</span>
      </p>
    );
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex items-center gap-1 text-base">
        <li>
          <button type="button" onClick={onList} className="rounded-sm text-muted hover:text-ink">
            Webhooks
          </button>
        </li>
        <ChevronRight className="size-4 text-faint" aria-hidden />
        <Here>{view.kind === 'new' ? 'New subscription' : 'Subscription'}</Here>
      </ol>
    </nav>
  );
}

const Here = ({ children }: { children: ReactNode }) => (
  <li aria-current="page" className="min-w-0 truncate font-semibold">
    {children}
  </li>
);
