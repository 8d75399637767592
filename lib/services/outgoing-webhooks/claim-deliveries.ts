import { queuePool } from '../../platform/postgres/db';
import { thisProcess } from '../../platform/postgres/process-lease';
import { CAUSE } from './delivery-state';
import type { DeliveryCause } from './schema';
import { openUrl } from './sealed-url';
import type { AddedHeaders } from './signature';
import { TAKE_TURN, TURN } from './webhook-turns';

/** The most deliveries under way, over all processes, to an endpoint that has succeeded before. */
const PROVEN_CAP = 64;
/** The same for an endpoint that has not succeeded yet. */
const NEW_CAP = 8;
/** The same for an endpoint that failed `FAILING_AFTER` times or more in a row. */
const FAILING_CAP = 1;
const FAILING_AFTER = 3;

// Fair by endpoint: a loose index scan finds the endpoints that have something waiting (one probe each), from
// the one after $2 on, and each gives what is due, at most its cap less what is under way. The claim is the
// record that an attempt has started, so it is committed before the POST. Subscription and secrets are read
// here, at each attempt. Workers that claim at the same moment don't see each other's claims yet, so the cap
// may be exceeded for that moment. Workspaces in $5 are left out, and then each endpoint gives one at most.
// The rows are updated by an array of ids and joined afterwards, as in the claim of executions. Endpoints
// with an order or a rate also take turns, which is exact over all workers.
const CLAIM = `
WITH RECURSIVE endpoint AS (
  (SELECT subscription_id AS id FROM runtime.webhook_pending
   WHERE lease_token IS NULL AND subscription_id > $2 ORDER BY subscription_id LIMIT 1)
  UNION ALL
  SELECT (SELECT p.subscription_id FROM runtime.webhook_pending p
          WHERE p.lease_token IS NULL AND p.subscription_id > e.id ORDER BY p.subscription_id LIMIT 1)
  FROM endpoint e WHERE e.id IS NOT NULL
), due AS MATERIALIZED (
  SELECT d.delivery_id, room.n AS room, turn.subscription_id AS turn_of, o.max_per_minute AS per_minute
  FROM endpoint e
  LEFT JOIN webhook_subscription o ON o.id = e.id
  LEFT JOIN runtime.webhook_health h ON h.subscription_id = e.id
  LEFT JOIN LATERAL (${TURN}
  ) turn ON true
  CROSS JOIN LATERAL (
    SELECT least(CASE WHEN cardinality($5::uuid[]) > 0 THEN 1 END,
      CASE WHEN h.failures >= ${FAILING_AFTER} THEN ${FAILING_CAP}
        WHEN h.last_success_at IS NULL THEN ${NEW_CAP} ELSE ${PROVEN_CAP} END - count(*),
      CASE WHEN o.active AND o.strict_order THEN coalesce(turn.most, 0) - count(*)
        WHEN o.active AND o.max_per_minute IS NOT NULL THEN coalesce(turn.most, 0) END) AS n
    FROM runtime.webhook_pending p WHERE p.subscription_id = e.id AND p.lease_token IS NOT NULL
  ) room
  CROSS JOIN LATERAL (
    SELECT p.delivery_id FROM runtime.webhook_pending p
    WHERE p.lease_token IS NULL AND p.subscription_id = e.id AND p.next_at <= now()
      AND ($3 OR p.attempts = 0 OR p.cause <> ${CAUSE.sql.schedule})
      AND (turn.only_id IS NULL OR p.delivery_id = turn.only_id)
    ORDER BY p.next_at
    LIMIT greatest(0, room.n)
    FOR UPDATE SKIP LOCKED
  ) d
  WHERE NOT (o.workspace_id = ANY($5))
  LIMIT $1
), claimed AS (
  UPDATE runtime.webhook_pending p SET lease_token = gen_random_uuid(), lease_owner = $4, leased_at = now()
  WHERE p.delivery_id = ANY (ARRAY(SELECT delivery_id FROM due)) RETURNING p.*
), took AS (${TAKE_TURN}
)
SELECT p.delivery_id, p.created_at, p.subscription_id, p.lease_token, p.attempts, p.cause, p.redelivery_id,
  p.transforms,
  due.room::integer, s.workspace_id, s.url, s.active, s.extended_retries,
  s.standard_webhooks, s.cloud_events, s.header_names, s.header_values, s.secret,
  CASE WHEN s.overlap_until > now() THEN s.previous_secret END AS previous_secret, b.body
FROM claimed p JOIN due ON due.delivery_id = p.delivery_id
LEFT JOIN webhook_subscription s ON s.id = p.subscription_id AND s.deleted_at IS NULL
LEFT JOIN runtime.webhook_body b ON b.event_id = p.event_id AND b.includes = p.includes
  AND b.created_at = p.created_at AND b.deleted_at IS NULL`;

interface ClaimedRow {
  delivery_id: string;
  created_at: Date;
  subscription_id: string;
  lease_token: string;
  attempts: number;
  cause: ClaimedDelivery['cause'];
  redelivery_id: string | null;
  transforms: boolean;
  room: number;
  workspace_id: string | null;
  url: string | null;
  active: boolean | null;
  extended_retries: boolean | null;
  standard_webhooks: boolean | null;
  cloud_events: boolean | null;
  header_names: string[] | null;
  header_values: Buffer | null;
  secret: Buffer | null;
  previous_secret: Buffer | null;
  body: string | null;
}

/** A delivery that is this process's to send, once. */
export interface ClaimedDelivery {
  deliveryId: string;
  createdAt: Date;
  webhookId: string;
  /** Null when the subscription is deleted. */
  workspaceId: string | null;
  /** Also the attempt's id. */
  token: string;
  /** The attempt's number, from 1. */
  number: number;
  cause: DeliveryCause;
  redeliveryId: string | null;
  /**
   * The target; or why nothing is sent: the subscription was paused or deleted since, or the body was deleted.
   */
  target: DeliveryTarget | 'paused' | 'deleted' | 'emptied';
  /** The event as it was composed. */
  payload: string;
  /** True if a transform makes the body of it. */
  transforms: boolean;
}

/** Secrets, newest first, and values of headers are sealed. */
export interface DeliveryTarget {
  url: string;
  secrets: readonly Uint8Array[];
  /** True if retries go on after the documented attempts. */
  extendedRetries: boolean;
  adds: Omit<AddedHeaders, 'own'>;
  ownHeaders: { names: readonly string[]; sealed: Uint8Array | null };
}

export interface ClaimOptions {
  most: number;
  /** Endpoints from the one after this on. */
  after: string;
  /** If true, the schedule's retries may be taken; if not, only first and requested attempts. */
  retries: boolean;
  /** Workspaces that are left out; each endpoint of the others then gets one delivery at most. */
  except?: readonly string[];
}

export interface Claim {
  deliveries: ClaimedDelivery[];
  /** Endpoints that took all the room they had, so that more deliveries may be waiting for them. */
  full: Set<string>;
}

export async function claimDeliveries({ most, after, retries, except = [] }: ClaimOptions): Promise<Claim> {
  const { rows } = await queuePool().query<ClaimedRow>({
    name: 'claim-deliveries',
    text: CLAIM,
    values: [most, after, retries, thisProcess().id, except],
  });
  const taken = new Map<string, number>();
  for (const { subscription_id: id } of rows) taken.set(id, (taken.get(id) ?? 0) + 1);
  const full = rows.filter((row) => taken.get(row.subscription_id) === row.room);
  return { deliveries: rows.map(toClaimedDelivery), full: new Set(full.map((row) => row.subscription_id)) };
}

function toClaimedDelivery(row: ClaimedRow): ClaimedDelivery {
  return {
    deliveryId: row.delivery_id,
    createdAt: row.created_at,
    webhookId: row.subscription_id,
    workspaceId: row.workspace_id,
    token: row.lease_token,
    number: row.attempts + 1,
    cause: CAUSE.read(row.cause),
    redeliveryId: row.redelivery_id,
    target: targetOf(row),
    payload: row.body ?? '',
    transforms: row.transforms,
  };
}

function targetOf(row: ClaimedRow): ClaimedDelivery['target'] {
  if (row.url === null) return 'deleted';
  if (row.active !== true) return 'paused';
  if (row.body === null) return 'emptied';
  return {
    url: openUrl(row.subscription_id, row.url),
    secrets: [row.secret, row.previous_secret].filter((secret) => secret !== null),
    extendedRetries: row.extended_retries === true,
    adds: { standardWebhooks: row.standard_webhooks === true, cloudEvents: row.cloud_events === true },
    ownHeaders: { names: row.header_names ?? [], sealed: row.header_values },
  };
}
