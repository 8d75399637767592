'use client';

import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/class-names';
import { formatRelative } from '@/components/ui/format-time';
import { useTimeZone } from '@/components/ui/page-time';
import { RelativeTime, useNow } from '@/components/ui/relative-time';
import { Status } from '@/components/ui/status';
import type { Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { addressParts, webhookLook } from './webhook-words';

export const WebhookStatus = ({ webhook, className }: { webhook: Webhook; className?: string }) => (
  <Status {...webhookLook(webhook)} {...(className ? { className } : {})} />
);

/** The host comes first, because people recognize a URL by it. */
export function WebhookUrl({ url, className }: { url: string; className?: string }) {
  const { host, rest } = addressParts(url);
  return (
    <span className={cn('block min-w-0 truncate', className)} title={url}>
      <span className="font-medium">{host}</span>
      <span className="text-muted">{rest}</span>
    </span>
  );
}

/** The subscription by its name, with the URL behind it; without a name by its URL. */
export function WebhookTitle({ webhook: { name, url } }: { webhook: Pick<Webhook, 'name' | 'url'> }) {
  if (name === '') return <WebhookUrl url={url} />;
  return (
    <span className="flex min-w-0 max-w-full flex-wrap items-baseline gap-x-2">
      <span className="max-w-full truncate font-medium">{name}</span>
      <span className="min-w-0 max-w-full truncate text-muted text-xs" title={url}>
        {url}
      </span>
    </span>
  );
}

/** The status of a response, or that there was none. Every status except 2xx is a failure. */
export function StatusCode({ status }: { status: number | null }) {
  if (status === null) return <Badge tone="danger">no response</Badge>;
  const tone = status >= 200 && status < 300 ? 'success' : 'danger';
  return (
    <Badge tone={tone} className="tabular font-mono">
      {status}
    </Badge>
  );
}

const WEEK_MS = 7 * 86_400_000;

/** Shows `Failing for 3 min`; after a week `Failing since Nov 1`. `since`: ISO 8601. */
export function FailingFor({ since }: { since: string }) {
  const now = useNow();
  const timeZone = useTimeZone();
  const at = Math.min(Date.parse(since), now);
  const words = formatRelative(at, now, timeZone);
  if (now - at >= WEEK_MS) return <>Failing since {words}</>;
  return words.endsWith(' ago') ? (
    <>Failing for {words.slice(0, -' ago'.length)}</>
  ) : (
    <>Failing for less than a minute</>
  );
}

/** The subscription's health in a sentence. */
export function HealthSentence({ webhook }: { webhook: Webhook }) {
  const { health, state, disabledAt } = webhook;
  if (state === 'disabled' && disabledAt !== null)
    return (
      <>
        Disabled <RelativeTime at={disabledAt} />{' '}
        {webhook.disabledReason === 'gone'
          ? 'after the receiver returned 410 (Gone) twice'
          : 'after days without a success'}
      </>
    );
  if (health.status === 'failing' && health.failingSince !== null)
    return (
      <>
        {health.lastReason ?? 'The last attempts failed.'} <FailingFor since={health.failingSince} />.
      </>
    );
  if (health.status === 'failing')
    return <>{health.lastReason ?? 'The last attempts failed.'} No delivery has succeeded since.</>;
  if (typeof webhook.verification?.problem === 'string') return <>{webhook.verification.problem}</>;
  if (health.lastSuccessAt !== null)
    return (
      <>
        Last delivered <RelativeTime at={health.lastSuccessAt} />
      </>
    );
  return <>Nothing has been sent yet</>;
}
