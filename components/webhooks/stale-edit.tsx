'use client';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { changedFields, draftOf, type Rebased, type WebhookDraft } from './webhook-draft';

const NAMES: Record<keyof WebhookDraft, string> = {
  url: 'URL',
  name: 'Name',
  events: 'Events',
  levelFilter: 'Levels',
  triggerFilter: 'Triggers',
  includeFinalOutput: 'Final output',
  includeTraceSpans: 'Trace spans',
  includeRateLimits: 'Rate limits',
  includeUsageData: 'Usage data',
  includeTags: 'Tags',
  extendedRetries: 'Longer outages',
  standardWebhooks: 'Standard Webhooks',
  cloudEvents: 'CloudEvents',
  headers: 'Headers',
  tagFilter: 'Run tags',
  strictOrder: 'Strict order',
  maxPerMinute: 'Requests a minute',
  transform: 'Transform',
  active: 'Active',
};

export interface StaleEditProps {
  /** The stored version. */
  webhook: Webhook;
  mine: WebhookDraft;
  rebased: Rebased;
  onKeep: () => void;
  onTakeTheirs: () => void;
}

/**
 * Shown if another person saved during the edit: names person and changes, and keeps the input until a
 * decision.
 */
export function StaleEdit({ webhook, mine, rebased, onKeep, onTakeTheirs }: StaleEditProps) {
  const theirs = draftOf(webhook);
  const { conflicts, taken } = rebased;
  const moved = [...conflicts, ...taken];
  return (
    <Notice
      tone="warning"
      title={
        <>
          {webhook.updatedBy?.name || 'Somebody'} changed this subscription{' '}
          <RelativeTime at={webhook.updatedAt} />
        </>
      }
    >
      <p>What you typed is still here.</p>
      {moved.length > 0 ? (
        <ul className="my-2 flex flex-col gap-1.5 text-xs">
          {moved.map((name) => (
            <li key={name}>
              <span className="font-medium">{NAMES[name]}</span> is now {valueWords(name, theirs)}
              {conflicts.includes(name) ? <>; you have {valueWords(name, mine)}</> : null}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeep}>
          {conflicts.length > 0 ? 'Keep mine over theirs' : 'Apply mine to theirs'}
        </Button>
        {changedFields(mine, theirs).length > 0 ? (
          <Button size="sm" variant="ghost" onClick={onTakeTheirs}>
            Take theirs
          </Button>
        ) : null}
      </div>
    </Notice>
  );
}

function valueWords(name: keyof WebhookDraft, draft: WebhookDraft): string {
  const value = draft[name];
  // code is long
  if (name === 'transform' && value !== null) return 'other code';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null) return 'not set';
  if (!Array.isArray(value)) return typeof value === 'number' ? String(value) : `“${value}”`;
  // of a header, the name: its value is not shown
  return value.map((item) => (typeof item === 'string' ? item : item.name)).join(', ') || 'nothing';
}
