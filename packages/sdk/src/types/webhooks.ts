import type { Cost, Limits, LogFile, RateWindow, RunError, TraceSpan, Trigger } from './common.js';
import type { LogLevel } from './logs.js';

/** The body of a delivery. The last members of `data` are there if the subscription includes them. */
export interface WebhookEvent {
  id: string;
  type: 'workflow.execution.completed';
  /** Milliseconds since 1970. */
  timestamp: number;
  data: {
    workflowId: string;
    executionId: string;
    status: 'success' | 'error';
    level: LogLevel;
    trigger: Trigger;
    startedAt: string;
    endedAt: string;
    totalDurationMs: number;
    cost: Cost;
    files: LogFile[] | null;
    error?: RunError;
    finalOutput?: Record<string, unknown>;
    traceSpans?: TraceSpan[];
    tags?: string[];
    rateLimits?: { sync: RateWindow; async: RateWindow };
    usage?: Limits['usage'];
  };
  /** Paths of the server. */
  links: { log: string; execution: string };
}

/** Subscriptions are sent the first unless they ask for others. */
export type WebhookEventType =
  | 'workflow.execution.completed'
  | 'run.started'
  | 'run.waiting'
  | 'workflow.published'
  | 'webhook.disabled'
  | 'alert.fired';

export interface WebhookSettings {
  name?: string;
  url: string;
  includeFinalOutput: boolean;
  includeTraceSpans: boolean;
  includeRateLimits: boolean;
  includeUsageData: boolean;
  includeTags?: boolean;
  levelFilter: readonly LogLevel[];
  triggerFilter: readonly Trigger[];
  /** The types of events to send. */
  events?: readonly WebhookEventType[];
  /** Five more attempts, up to 24 hours later. */
  extendedRetries: boolean;
  /** Adds the headers of Standard Webhooks. */
  standardWebhooks?: boolean;
  /** Adds the attributes of CloudEvents as headers. */
  cloudEvents?: boolean;
  /** At most ten. `***` keeps the stored value of that name. */
  headers?: ReadonlyArray<{ name: string; value: string }>;
  /** Only runs with one of these tags; null: all. */
  tagFilter?: readonly string[] | null;
  /** One delivery after the other. */
  strictOrder?: boolean;
  /** The most requests a minute; null: no limit. */
  maxPerMinute?: number | null;
  /** Code that returns the body of each `event`; null: none. */
  transform?: string | null;
  active: boolean;
}

/** Given, or made by the server and shown in the answer alone. */
export type WebhookSecretChoice = string | { value: string } | { generate: true };

export interface NewWebhook extends Partial<WebhookSettings> {
  workspaceId: string;
  /** Null: all workflows of the workspace. */
  workflowId: string | null;
  url: string;
  secret?: WebhookSecretChoice;
}

export interface PutWebhook extends Omit<NewWebhook, 'secret'> {
  /** Left out: as it is. Null: deliveries are not signed. `generate` makes one only where there is none. */
  secret?: WebhookSecretChoice | null;
  /** The one that the change is based on. */
  version?: number;
}

export interface WebhookUpdate extends WebhookSettings {
  /** The one that the change is based on. */
  version: number;
}

export type DeliveryState = 'pending' | 'succeeded' | 'failed' | 'cancelled';

export interface Webhook {
  id: string;
  workspaceId: string;
  name: string;
  /** The name that it has where it is kept in code. */
  externalId: string | null;
  workflowId: string | null;
  workflowName: string | null;
  url: string;
  includeFinalOutput: boolean;
  includeTraceSpans: boolean;
  includeRateLimits: boolean;
  includeUsageData: boolean;
  includeTags: boolean;
  levelFilter: LogLevel[];
  triggerFilter: Trigger[];
  events: WebhookEventType[];
  extendedRetries: boolean;
  standardWebhooks: boolean;
  cloudEvents: boolean;
  /** Their values are `***`. */
  headers: Array<{ name: string; value: string }>;
  tagFilter: string[] | null;
  strictOrder: boolean;
  maxPerMinute: number | null;
  transform: string | null;
  active: boolean;
  state: 'active' | 'paused' | 'disabled';
  disabledAt: string | null;
  disabledReason: 'failing' | 'gone' | null;
  version: number;
  secret: { setAt: string; overlapUntil: string | null } | null;
  verification: { at: string; problem: string | null } | null;
  health: {
    status: 'unknown' | 'healthy' | 'failing';
    failures: number;
    failingSince: string | null;
    disablesAt: string | null;
    lastSuccessAt: string | null;
    lastFailureAt: string | null;
    lastReason: string | null;
  };
  pending: number;
  lastDelivery: { id: string; state: DeliveryState; at: string; status: number | null } | null;
  createdAt: string;
  updatedAt: string;
  updatedBy: { userId: string; name: string } | null;
}

/** `secret` is there only if the server made it, and never again. */
export interface WebhookWithSecret {
  data: Webhook;
  secret: string | null;
}

/** One event for one subscription. Kept for 30 days. */
export interface WebhookDelivery {
  id: string;
  eventId: string;
  eventType: WebhookEventType;
  webhookId: string;
  /** Null for an event of a whole workspace. */
  workflowId: string | null;
  /** Null for an event that is about no run. */
  executionId: string | null;
  logId: string | null;
  kind: 'event' | 'test';
  /** Null for an event that is about no run, or one that has not ended. */
  level: LogLevel | null;
  trigger: Trigger | null;
  state: DeliveryState;
  attempts: number;
  maxAttempts: number | null;
  lastStatus: number | null;
  lastReason: string | null;
  nextAttemptAt: string | null;
  inFlight: boolean;
  createdAt: string;
  finishedAt: string | null;
  url: string | null;
}

/** The API reference describes requests and responses of an attempt. */
export interface WebhookAttempt {
  id: string;
  number: number;
  cause: 'schedule' | 'manual' | 'test';
  outcome: 'running' | 'succeeded' | 'failed' | 'interrupted';
  startedAt: string;
  durationMs: number | null;
  status: number | null;
  code: string | null;
  reason: string;
  retryAt: string | null;
}

export interface WebhookDeliveryDetail extends WebhookDelivery {
  /** Empty until the transform has made it. */
  body: string;
  /** The body that the transform was given; null without one. */
  payload: string | null;
  attemptLog: WebhookAttempt[];
  /** Why body and answers are left out; null if they are not. */
  withheld: string | null;
}

export interface WebhookRedelivery {
  id: string;
  webhookId: string;
  since: string;
  total: number;
  waiting: number;
  succeeded: number;
  failed: number;
  createdAt: string;
}

export interface WebhookReceiverReport {
  passed: boolean;
  summary: string;
  checks: Array<{
    kind: 'good' | 'tampered' | 'stale';
    expected: 'accept' | 'refuse';
    passed: boolean;
    verdict: string;
    body: string;
  }>;
}

/** The settings of a subscription that need not exist. */
export interface WebhookEventsQuery {
  workspaceId: string;
  /** By default all workflows of the workspace. */
  workflowId?: string;
  levels?: readonly LogLevel[];
  triggers?: readonly Trigger[];
  /** By default completed executions. Others are there from the first call with them on. */
  events?: readonly WebhookEventType[];
  includeFinalOutput?: boolean;
  includeTraceSpans?: boolean;
  includeRateLimits?: boolean;
  includeUsageData?: boolean;
  includeTags?: boolean;
  /** The cursor of the page before; without it the events begin now, with an empty page. */
  cursor?: string;
  /** Events of a page, 1 to 100; 25 by default. */
  limit?: number;
  /** Seconds that the answer waits when nothing has completed, up to 25; 0 by default. */
  waitSeconds?: number;
}

export interface ComposedWebhookEvent {
  /** The event's. An event that is read again has the same one. */
  id: string;
  type: WebhookEventType;
  /** Null for an event that is about no run. */
  logId: string | null;
  executionId: string | null;
  /** The text of a delivery's body. */
  body: string;
}

export interface WebhookEventsPage {
  data: ComposedWebhookEvent[];
  nextCursor: string | null;
  /** On the last page: it returns what has completed since. */
  resumeCursor?: string;
}

export interface DeliveriesQuery {
  state?: DeliveryState;
  since?: string | Date;
  /** Rows of a page, 1 to 100; 25 by default. */
  limit?: number;
}
