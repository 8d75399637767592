'use client';

import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/class-names';
import { countOf } from '@/components/ui/format-quantity';
import { formatClock } from '@/components/ui/format-time';
import { RelativeTime, useNow } from '@/components/ui/relative-time';
import { Status } from '@/components/ui/status';
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import type { Delivery } from '@/lib/services/outgoing-webhooks/schema';
import { Countdown } from './countdown';
import { StatusCode } from './webhook-signs';
import { attemptWords, deliveryLook, EVENT_WORDS, LEVEL_WORDS, latencyWords } from './webhook-words';

const SHOWN_ID_CHARACTERS = 12;

export interface DeliveryRowProps {
  delivery: Delivery;
  /** True if its subscription is paused. */
  paused: boolean;
  isOpen: boolean;
  onOpen: () => void;
}

/** One delivery of the history: its state, the last response and the next step. */
export function DeliveryRow({ delivery, paused, isOpen, onOpen }: DeliveryRowProps) {
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={onOpen}
      className={cn(
        'block w-full px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2',
        isOpen && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <span className="flex items-center gap-2">
        <Status {...deliveryLook(delivery, paused)} className="min-w-0 flex-1" />
        {delivery.kind === 'test' ? <Badge>test</Badge> : null}
        {delivery.attempts > 0 ? <StatusCode status={delivery.lastStatus} /> : null}
        <RelativeTime at={delivery.createdAt} className="whitespace-nowrap text-muted text-xs" />
      </span>
      <span className="mt-0.5 flex gap-2 text-faint text-xs">
        <NextStep delivery={delivery} paused={paused} />
      </span>
      {delivery.kind === 'event' ? <RunLine delivery={delivery} /> : null}
    </button>
  );
}

/** The event and its run, the outcome, and the time until the receiver had it. */
function RunLine({ delivery }: { delivery: Delivery }) {
  const { level, trigger, executionId, eventType } = delivery;
  return (
    <span className="mt-0.5 flex items-center gap-2 text-faint text-xs">
      {level === null ? (
        <span>{EVENT_WORDS[eventType].label}</span>
      ) : (
        <span className={level === 'error' ? 'text-danger' : undefined}>{LEVEL_WORDS[level].label}</span>
      )}
      {trigger === null ? null : <span>{triggerDescriptions[trigger].label}</span>}
      <span className="min-w-0 flex-1 truncate font-mono" title={executionId ?? undefined}>
        {executionId === null ? '' : `…${executionId.slice(-SHOWN_ID_CHARACTERS)}`}
      </span>
      <span className="tabular whitespace-nowrap">{latencyWords(delivery)}</span>
    </span>
  );
}

/** The next step of a pending delivery, or the reason for its end. */
export function NextStep({ delivery, paused = false }: { delivery: Delivery; paused?: boolean }) {
  const { attempts, maxAttempts, nextAttemptAt, inFlight, state, lastReason } = delivery;
  if (state === 'pending' && nextAttemptAt !== null && paused) return <DroppedWhenDue at={nextAttemptAt} />;
  if (state === 'pending' && nextAttemptAt !== null)
    return (
      <span className="min-w-0 truncate">
        {attempts === 0 ? 'First attempt' : `Next: ${attemptWords(attempts + 1, maxAttempts)}`}{' '}
        <Countdown at={nextAttemptAt} />
      </span>
    );
  if (state === 'pending' && !inFlight) return <span>Waits for its turn, by the order or the rate</span>;
  if (inFlight) return <span>{attemptWords(attempts + 1, maxAttempts)} is under way</span>;
  return (
    <span className="min-w-0 truncate">
      {state === 'succeeded' || lastReason === null ? countOf(attempts, 'attempt') : lastReason}
    </span>
  );
}

function DroppedWhenDue({ at }: { at: string }) {
  const now = useNow();
  return (
    <span className="min-w-0">
      Paused: cancelled at <time dateTime={at}>{formatClock(Date.parse(at), now)}</time>, unless resumed
    </span>
  );
}
