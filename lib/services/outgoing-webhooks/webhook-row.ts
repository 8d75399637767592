import type { Trigger } from '../../core/blocks/trigger';
import { CONCEALED, mapUrlCredentials } from '../../core/references/credentials';
import { type Actor, mayEdit } from '../access/actor';
import type { LogLevel } from '../logs/schema';
import { DISABLE_AFTER_MS } from './auto-disable';
import { STATE } from './delivery-state';
import type { DeliveryState, DisabledReason, EventType, Webhook } from './schema';
import { concealHeaders } from './sealed-headers';
import { openUrl } from './sealed-url';

// Statements go on with AND. The last delivery is one probe of an index; what waits is counted in the small hot table.
export const SELECT_WEBHOOKS = `
SELECT s.id, s.workspace_id, s.name, s.external_id, s.workflow_id, w.name AS workflow_name, s.url,
  s.include_final_output, s.include_trace_spans, s.include_rate_limits, s.include_usage_data, s.include_tags, s.level_filter,
  s.trigger_filter, s.events,
  s.extended_retries, s.standard_webhooks, s.cloud_events, s.header_names, s.tag_filter,
  s.strict_order, s.max_per_minute, s.transform, s.active, s.disabled_at, s.disabled_reason, s.version, s.secret_set_at,
  CASE WHEN s.overlap_until > now() THEN s.overlap_until END AS overlap_until, s.created_at, s.updated_at,
  s.verified_at, s.verify_problem, s.updated_by_id, u.name AS updated_by_name, h.failures,
  h.failing_since, h.last_success_at, h.last_failure_at, h.last_reason,
  (SELECT count(*)::integer FROM runtime.webhook_pending p WHERE p.subscription_id = s.id
    AND p.lease_token IS NULL)
    + (SELECT count(*)::integer FROM runtime.webhook_pending p WHERE p.subscription_id = s.id
      AND p.lease_token IS NOT NULL)
    AS pending,
  d.id AS last_id, d.state AS last_state, d.created_at AS last_at, d.last_status
FROM webhook_subscription s
LEFT JOIN workflow w ON w.id = s.workflow_id AND w.deleted_at IS NULL
LEFT JOIN "user" u ON u.id = s.updated_by_id
LEFT JOIN runtime.webhook_health h ON h.subscription_id = s.id
LEFT JOIN LATERAL (
  SELECT id, state, created_at, last_status FROM runtime.webhook_delivery d
  WHERE d.subscription_id = s.id ORDER BY d.created_at DESC, d.id DESC LIMIT 1
) d ON true
WHERE s.deleted_at IS NULL AND (s.workflow_id IS NULL OR w.id IS NOT NULL)`;

export interface WebhookRow {
  id: string;
  workspace_id: string;
  /** May be empty. */
  name: string;
  external_id: string | null;
  /** Null if it covers all workflows of the workspace. */
  workflow_id: string | null;
  workflow_name: string | null;
  /** Credentials in it are sealed. */
  url: string;
  include_final_output: boolean;
  include_trace_spans: boolean;
  include_rate_limits: boolean;
  include_usage_data: boolean;
  include_tags: boolean;
  level_filter: LogLevel[];
  trigger_filter: Trigger[];
  events: EventType[];
  extended_retries: boolean;
  standard_webhooks: boolean;
  cloud_events: boolean;
  header_names: string[];
  tag_filter: string[];
  strict_order: boolean;
  max_per_minute: number | null;
  transform: string | null;
  active: boolean;
  disabled_at: Date | null;
  disabled_reason: DisabledReason | null;
  version: number;
  secret_set_at: Date | null;
  overlap_until: Date | null;
  verified_at: Date | null;
  verify_problem: string | null;
  created_at: Date;
  updated_at: Date;
  updated_by_id: string | null;
  updated_by_name: string | null;
  failures: number | null;
  failing_since: Date | null;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  last_reason: string | null;
  pending: number;
  last_id: string | null;
  last_state: DeliveryState | null;
  last_at: Date | null;
  last_status: number | null;
}

/** Returns the subscription as the actor may see it. */
export function webhookOf(row: WebhookRow, actor: Actor): Webhook {
  const mayChange = mayEdit(actor, row.workspace_id, 'webhooks:write');
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    externalId: row.external_id,
    workflowId: row.workflow_id,
    workflowName: row.workflow_name,
    url: mayChange ? openUrl(row.id, row.url) : concealUrl(row.url),
    includeFinalOutput: row.include_final_output,
    includeTraceSpans: row.include_trace_spans,
    includeRateLimits: row.include_rate_limits,
    includeUsageData: row.include_usage_data,
    includeTags: row.include_tags,
    levelFilter: row.level_filter,
    triggerFilter: row.trigger_filter,
    events: row.events,
    extendedRetries: row.extended_retries,
    standardWebhooks: row.standard_webhooks,
    cloudEvents: row.cloud_events,
    headers: concealHeaders(row.header_names),
    tagFilter: row.tag_filter.length === 0 ? null : row.tag_filter,
    strictOrder: row.strict_order,
    maxPerMinute: row.max_per_minute,
    transform: row.transform,
    active: row.active,
    state: row.active ? 'active' : row.disabled_at === null ? 'paused' : 'disabled',
    disabledAt: iso(row.disabled_at),
    disabledReason: row.disabled_reason,
    version: row.version,
    secret:
      row.secret_set_at === null
        ? null
        : { setAt: row.secret_set_at.toISOString(), overlapUntil: iso(row.overlap_until) },
    verification:
      row.verified_at === null ? null : { at: row.verified_at.toISOString(), problem: row.verify_problem },
    health: healthOf(row),
    pending: row.pending,
    lastDelivery:
      row.last_id === null || row.last_at === null || row.last_state === null
        ? null
        : {
            id: row.last_id,
            state: STATE.read(row.last_state),
            at: row.last_at.toISOString(),
            status: row.last_status,
          },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    updatedBy:
      row.updated_by_id === null ? null : { userId: row.updated_by_id, name: row.updated_by_name ?? '' },
  };
}

/** Without the password and the values of telling query keys. */
export const concealUrl = (url: string): string => mapUrlCredentials(url, () => CONCEALED);

type HealthRow = Pick<
  WebhookRow,
  'active' | 'failures' | 'failing_since' | 'last_success_at' | 'last_failure_at' | 'last_reason'
>;

export function healthOf(row: HealthRow): Webhook['health'] {
  // Resuming resets the count and the start of the failures, by which a subscription is disabled; it is
  // healthy again only once a delivery has succeeded.
  const failing = (row.failures ?? 0) > 0 || row.failing_since !== null || failedLast(row);
  return {
    status: failing ? 'failing' : row.last_success_at === null ? 'unknown' : 'healthy',
    failures: row.failures ?? 0,
    failingSince: iso(row.failing_since),
    disablesAt:
      row.failing_since !== null && row.active
        ? new Date(row.failing_since.getTime() + DISABLE_AFTER_MS).toISOString()
        : null,
    lastSuccessAt: iso(row.last_success_at),
    lastFailureAt: iso(row.last_failure_at),
    lastReason: failing ? row.last_reason : null,
  };
}

const failedLast = ({ last_failure_at: failure, last_success_at: success }: HealthRow): boolean =>
  failure !== null && (success === null || failure > success);

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
