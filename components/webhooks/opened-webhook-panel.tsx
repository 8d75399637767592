import { useState } from 'react';
import { LatePart } from '@/components/ui/late-part';
import { webhookPanel } from './late-webhook-panel';
import { useWebhookAddress } from './use-webhook-address';
import type { WebhookPanelProps } from './webhook-panel';

/** The panel, loaded once the URL opens it for the first time. */
export function OpenedWebhookPanel(props: WebhookPanelProps) {
  const { view, go } = useWebhookAddress();
  const [isAsked, setAsked] = useState(false);
  if (view !== null && !isAsked) setAsked(true);
  // Stays mounted once opened: an unsent form blocks leaving the page by its address.
  if (!isAsked) return null;
  return (
    <LatePart from={webhookPanel} onClose={() => go(null, 'replace')}>
      {({ WebhookPanel }) => <WebhookPanel {...props} />}
    </LatePart>
  );
}
