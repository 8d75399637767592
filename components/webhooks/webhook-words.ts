import { formatCount, formatDuration } from '@/components/ui/format-quantity';
import type { StatusKind } from '@/components/ui/status';
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import { TRIGGERS } from '@/lib/core/blocks/trigger';
import { readUrl } from '@/lib/platform/read-url';
import { LOG_LEVELS, type LogLevel } from '@/lib/services/logs/schema';
import { MAX_ATTEMPTS } from '@/lib/services/outgoing-webhooks/retry-schedule';
import {
  type Attempt,
  type Delivery,
  EVENT_TYPES,
  type EventType,
  type Webhook,
} from '@/lib/services/outgoing-webhooks/schema';

/** Words for states and choices. */

/** Both directions are called webhooks, so the empty lists say where the other one is. */
export const STARTS_BY_REQUEST = 'To start a workflow by a request, add a Webhook block to its canvas.';

export const LEVEL_WORDS: Record<LogLevel, { label: string; help: string }> = {
  info: { label: 'Info', help: 'Runs that succeeded.' },
  error: { label: 'Error', help: 'Runs that failed.' },
};

export const EVENT_WORDS: Record<EventType, { label: string; help: string }> = {
  'workflow.execution.completed': {
    label: 'Run completed',
    help: 'With its outcome, cost and the payload below.',
  },
  'run.started': { label: 'Run started', help: 'As soon as a run begins.' },
  'run.waiting': { label: 'Run waiting', help: 'For a time, a callback or an approval.' },
  'workflow.published': { label: 'Workflow published', help: 'Another version is live now.' },
  'webhook.disabled': { label: 'Webhook disabled', help: 'Another subscription that failed for days.' },
  'alert.fired': { label: 'Alert fired', help: 'A rule of Alerts that found something.' },
};

/** The event that all subscriptions get by default. */
const [COMPLETED] = EVENT_TYPES;

export const PAYLOAD_PARTS = [
  {
    name: 'includeFinalOutput',
    part: 'finalOutput',
    label: 'Final output',
    help: 'What the workflow returned. It may hold personal data, so it is off unless you want it.',
  },
  {
    name: 'includeTraceSpans',
    part: 'traceSpans',
    label: 'Trace spans',
    help: 'Each block with its input, output, attempts and times. By far the largest part.',
  },
  {
    name: 'includeTags',
    part: 'tags',
    label: 'Tags',
    help: 'Tags of the run, such as your order number.',
  },
  {
    name: 'includeRateLimits',
    part: 'rateLimits',
    label: 'Rate limits',
    help: 'How many executions the workflow’s owner may still start this minute.',
  },
  {
    name: 'includeUsageData',
    part: 'usage',
    label: 'Usage data',
    help: 'Plan, limit and cost of the owner’s billing period so far.',
  },
] as const;
export type PayloadPart = (typeof PAYLOAD_PARTS)[number]['part'];

type Filters = Pick<Webhook, 'levelFilter' | 'triggerFilter' | 'tagFilter' | 'events'>;

/**
 * Returns `All runs`, or the filters: `Errors · API, Schedule · tagged nightly`. Events that are not sent by
 * default follow.
 */
export function filterWords({ events, ...filters }: Filters): string {
  const others = events.filter((type) => type !== COMPLETED).map((type) => EVENT_WORDS[type].label);
  return [...(events.includes(COMPLETED) ? [runWords(filters)] : []), ...others].join(' · ');
}

function runWords({ levelFilter, triggerFilter, tagFilter }: Omit<Filters, 'events'>): string {
  const runs = kindWords({ levelFilter, triggerFilter });
  return tagFilter === null ? runs : `${runs} · tagged ${tagFilter.join(' or ')}`;
}

function kindWords({ levelFilter, triggerFilter }: Pick<Filters, 'levelFilter' | 'triggerFilter'>): string {
  const allLevels = levelFilter.length === LOG_LEVELS.length;
  const allTriggers = triggerFilter.length === TRIGGERS.length;
  if (allLevels && allTriggers) return 'All runs';
  const levels = allLevels ? 'All levels' : levelFilter.map((level) => LEVEL_WORDS[level].label).join(', ');
  const triggers = allTriggers
    ? 'all triggers'
    : triggerFilter.map((trigger) => triggerDescriptions[trigger].label).join(', ');
  return `${levels} · ${triggers}`;
}

/** Returns the extra parts of the payload: `final output, usage data`; null if there are none. */
export function includeWords(webhook: Webhook): string | null {
  const chosen = PAYLOAD_PARTS.filter(({ name }) => webhook[name]).map(({ label }) => label.toLowerCase());
  return chosen.length === 0 ? null : chosen.join(', ');
}

export interface Look {
  kind: StatusKind;
  label: string;
}

/** Returns a subscription's state in one word. A person's decision takes precedence over its health. */
export function webhookLook(webhook: Pick<Webhook, 'state' | 'health' | 'verification'>): Look {
  const { state, health, verification } = webhook;
  if (state === 'paused') return { kind: 'cancelled', label: 'Paused' };
  if (state === 'disabled') return { kind: 'error', label: 'Disabled' };
  if (health.status === 'failing') return { kind: 'warning', label: 'Failing' };
  // It may accept every request from anyone, so it is not shown as healthy.
  if (typeof verification?.problem === 'string') return { kind: 'warning', label: 'Verify failed' };
  return health.status === 'healthy'
    ? { kind: 'success', label: 'Healthy' }
    : { kind: 'queued', label: 'Nothing sent yet' };
}

/** True if its receiver fails, or failed for so long that the subscription was disabled. */
export const inTrouble = ({ state, health }: Pick<Webhook, 'state' | 'health'>): boolean =>
  state === 'disabled' || (state === 'active' && health.status === 'failing');

/** `paused`: true if its subscription is paused, so that nothing is retried. */
export function deliveryLook(
  { state, inFlight, attempts }: Pick<Delivery, 'state' | 'inFlight' | 'attempts'>,
  paused = false,
): Look {
  if (state === 'succeeded') return { kind: 'success', label: 'Delivered' };
  if (state === 'failed') return { kind: 'error', label: 'Failed' };
  if (state === 'cancelled') return { kind: 'cancelled', label: 'Cancelled' };
  if (inFlight) return { kind: 'running', label: 'Sending' };
  return attempts === 0 || paused
    ? { kind: 'queued', label: 'Waiting' }
    : { kind: 'warning', label: 'Retrying' };
}

export function attemptLook({ outcome }: Pick<Attempt, 'outcome'>): Look {
  if (outcome === 'succeeded') return { kind: 'success', label: 'Acknowledged' };
  if (outcome === 'failed') return { kind: 'error', label: 'Failed' };
  return outcome === 'running'
    ? { kind: 'running', label: 'Sending' }
    : { kind: 'warning', label: 'Interrupted' };
}

/** Returns the time from the run's end to the delivery: `after 84 ms`; empty while it is pending. */
export function latencyWords({
  state,
  createdAt,
  finishedAt,
}: Pick<Delivery, 'state' | 'createdAt' | 'finishedAt'>) {
  if (finishedAt === null || state === 'cancelled') return '';
  const words = formatDuration(Date.parse(finishedAt) - Date.parse(createdAt));
  return state === 'succeeded' ? `delivered in ${words}` : `gave up after ${words}`;
}

/** Explains why an attempt has no recorded request or response. */
export function unknownExchangeWords(outcome: Attempt['outcome']) {
  if (outcome === 'running')
    return {
      mayBeSent: true,
      request: 'Being sent now, with this body. The headers are shown when the attempt ends.',
      response: 'No response yet. The receiver has 30 seconds.',
    };
  if (outcome === 'interrupted')
    return {
      mayBeSent: true,
      request:
        'The server stopped during this attempt. The receiver may have got this body; ' +
        'it is sent again with the same id.',
      response: 'Not known: the server stopped before the attempt ended.',
    };
  return { mayBeSent: false, request: 'Nothing was sent.', response: 'No response came.' };
}

/** Returns `attempt 3 of 5`; beyond the schedule, where people retry by hand, only the number. */
export const attemptWords = (number: number, most: number | null = MAX_ATTEMPTS): string =>
  most !== null && number <= most ? `attempt ${number} of ${most}` : `attempt ${number}`;

/** Returns the reason why nothing can be sent again now; undefined if it can. */
export function redeliverProblem(webhook: Pick<Webhook, 'state'>): string | undefined {
  if (webhook.state === 'active') return undefined;
  return webhook.state === 'paused'
    ? 'The subscription is paused: resume it to redeliver.'
    : 'The subscription is disabled: resume it to redeliver.';
}

/** Returns `in 12 s` or `in 2 m 05 s`; `now` if it is due. Both in milliseconds since 1970. */
export function countdownWords(at: number, now: number): string {
  const seconds = Math.ceil((at - now) / 1_000);
  if (seconds <= 0) return 'now';
  if (seconds < 60) return `in ${seconds} s`;
  return `in ${formatCount(Math.floor(seconds / 60))} m ${String(seconds % 60).padStart(2, '0')} s`;
}

/**
 * Splits a URL into host and rest; text that is not a URL (such as one with a masked password) is all host.
 */
export function addressParts(url: string): { host: string; rest: string } {
  const read = readUrl(url);
  if (read === null) return { host: url, rest: '' };
  const { host, pathname, search } = read;
  const rest = `${pathname}${search}`;
  return { host, rest: rest === '/' ? '' : rest };
}
