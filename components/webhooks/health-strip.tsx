'use client';

import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { OutcomeBars } from './outcome-bars';
import { FailingFor, WebhookStatus } from './webhook-signs';
import { filterWords, includeWords } from './webhook-words';

/** A summary of the subscription's health, and the next step if deliveries fail. */
export function HealthStrip({ webhook }: { webhook: Webhook }) {
  const { health } = webhook;
  const extras = includeWords(webhook);
  return (
    <div className="flex shrink-0 flex-col gap-2 bg-surface px-4 pb-2 md:px-6">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-xs">
        <WebhookStatus webhook={webhook} className="text-xs" />
        {health.lastSuccessAt === null ? null : (
          <span>
            Last success <RelativeTime at={health.lastSuccessAt} />
          </span>
        )}
        {health.lastFailureAt === null ? null : (
          <span>
            Last failure <RelativeTime at={health.lastFailureAt} />
          </span>
        )}
        <span>
          {filterWords(webhook)}
          {extras === null ? null : `, with ${extras}`}
        </span>
        <span>{webhook.secret === null ? 'Not signed' : 'Signed'}</span>
        <OutcomeBars webhook={webhook} />
      </p>
      <Trouble webhook={webhook} />
    </div>
  );
}

function Trouble({ webhook }: { webhook: Webhook }) {
  const { health, state, disabledAt, disabledReason } = webhook;
  if (state === 'disabled' && disabledAt !== null)
    return (
      <Notice
        tone="danger"
        title={
          <>
            Disabled <RelativeTime at={disabledAt} />:{' '}
            {disabledReason === 'gone'
              ? 'the receiver returned 410 (Gone) twice, so it wants no more deliveries'
              : 'no delivery had succeeded for days'}
          </>
        }
      >
        {disabledReason === 'gone' ? 'Delete the subscription, enter another URL, or fix' : 'Fix'} the
        receiver and send a test: one success enables it again. Then redeliver failed deliveries.
      </Notice>
    );
  if (state === 'paused')
    return <Notice>Paused: runs that complete meanwhile are not delivered, and nothing is retried.</Notice>;
  if (health.status !== 'failing') return <Unverified webhook={webhook} />;
  if (health.failingSince === null)
    return (
      <Notice tone="warning" title={health.lastReason ?? 'The last attempts failed.'}>
        No delivery has succeeded since. Send a test to check the receiver.
      </Notice>
    );
  return (
    <Notice tone="warning" title={health.lastReason ?? 'The last attempts failed.'}>
      <FailingFor since={health.failingSince} />.
      {health.disablesAt === null ? null : (
        <>
          {' '}
          Disabled automatically <RelativeTime at={health.disablesAt} /> unless a delivery succeeds.
        </>
      )}
    </Notice>
  );
}

/** Warns about a receiver that accepts unsigned or forged requests. */
function Unverified({ webhook: { verification } }: { webhook: Webhook }) {
  if (verification === null || verification.problem === null) return null;
  return (
    <Notice tone="warning" title={verification.problem}>
      Verified <RelativeTime at={verification.at} />. Fix the receiver, then verify it again in Test.
    </Notice>
  );
}
