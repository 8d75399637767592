'use client';

import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/class-names';
import { RelativeTime } from '@/components/ui/relative-time';
import { Status } from '@/components/ui/status';
import type { Webhook } from '@/lib/webhooks/schema';
import { addressParts, webhookLook } from './webhook-words';

export const WebhookStatus = ({ webhook, className }: { webhook: Webhook; className?: string }) => (
  <Status {...webhookLook(webhook)} {...(className ? { className } : {})} />
);

/** Host first, for that is what one knows it by. */
export function WebhookUrl({ url, className }: { url: string; className?: string }) {
  const { host, rest } = addressParts(url);
  return (
    <span className={cn('block min-w-0 truncate', className)} title={url}>
      <span className="font-medium">{host}</span>
      <span className="text-muted">{rest}</span>
    </span>
  );
}

/** The status of a response, or that none came. Whatever is no 2xx has failed, a 400 as much as a 500. */
export function StatusCode({ status }: { status: number | null }) {
  if (status === null) return <Badge tone="danger">no response</Badge>;
  const tone = status >= 200 && status < 300 ? 'success' : 'danger';
  return (
    <Badge tone={tone} className="tabular font-mono">
      {status}
    </Badge>
  );
}

/** How it has been doing, in a sentence. */
export function HealthSentence({ webhook }: { webhook: Webhook }) {
  const { health, state, disabledAt } = webhook;
  if (state === 'disabled' && disabledAt !== null)
    return (
      <>
        Switched off <RelativeTime at={disabledAt} /> after days without one success
      </>
    );
  if (health.status === 'failing' && health.failingSince !== null)
    return (
      <>
        {health.lastReason ?? 'The last attempts failed.'} The trouble began{' '}
        <RelativeTime at={health.failingSince} />.
      </>
    );
  if (health.status === 'failing')
    return <>{health.lastReason ?? 'The last attempts failed.'} Nothing has got through since.</>;
  if (health.lastSuccessAt !== null)
    return (
      <>
        Last delivered <RelativeTime at={health.lastSuccessAt} />
      </>
    );
  return <>Nothing has been sent yet</>;
}
