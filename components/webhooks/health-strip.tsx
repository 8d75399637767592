'use client';

import { Fragment, type ReactNode } from 'react';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Webhook } from '@/lib/webhooks/schema';
import { WebhookStatus } from './webhook-signs';
import { filterWords, includeWords } from './webhook-words';

/** How the subscription does at a glance, and what to do when it does badly. */
export function HealthStrip({ webhook }: { webhook: Webhook }) {
  const { health } = webhook;
  const extras = includeWords(webhook);
  const facts: ReactNode[] = [
    <WebhookStatus key="status" webhook={webhook} className="text-xs" />,
    health.lastSuccessAt === null ? null : (
      <span key="success">
        Last success <RelativeTime at={health.lastSuccessAt} />
      </span>
    ),
    health.lastFailureAt === null ? null : (
      <span key="failure">
        Last failure <RelativeTime at={health.lastFailureAt} />
      </span>
    ),
    <span key="filter">
      {filterWords(webhook)}
      {extras === null ? null : `, with ${extras}`}
    </span>,
    <span key="signed">{webhook.secret === null ? 'Not signed' : 'Signed'}</span>,
  ].filter(Boolean);
  return (
    <div className="flex shrink-0 flex-col gap-2 bg-surface px-4 pb-2 md:px-6">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
          <Fragment key={index}>
            {index > 0 ? (
              <span className="text-faint" aria-hidden>
                ·
              </span>
            ) : null}
            {fact}
          </Fragment>
        ))}
      </p>
      <Trouble webhook={webhook} />
    </div>
  );
}

function Trouble({ webhook }: { webhook: Webhook }) {
  const { health, state, disabledAt } = webhook;
  if (state === 'disabled' && disabledAt !== null)
    return (
      <Notice
        tone="danger"
        title={
          <>
            Switched off <RelativeTime at={disabledAt} />: nothing had got through for days
          </>
        }
      >
        Put the receiver right and send a test: one success switches it on again. Then redeliver what failed.
      </Notice>
    );
  if (state !== 'active' || health.status !== 'failing' || health.failingSince === null) return null;
  return (
    <Notice
      tone="warning"
      title={
        <>
          Failing since <RelativeTime at={health.failingSince} />
          {health.lastReason === null ? null : `: ${health.lastReason}`}
        </>
      }
    >
      {health.disablesAt === null ? null : (
        <>
          Without one success it is switched off <RelativeTime at={health.disablesAt} />.
        </>
      )}
    </Notice>
  );
}
