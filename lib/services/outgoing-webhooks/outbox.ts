import { LRUCache } from 'lru-cache';
import { newId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { notifySql, onNotification } from '../../platform/postgres/notify';
import { insertSelect, unnestRows } from '../../platform/postgres/unnest-rows';
import { processSingleton } from '../../platform/process-singleton';
import { addUsd } from '../../platform/text/usd';
import { readHolderPlan } from '../limits/read-limits';
import type { Limits } from '../limits/schema';
import { EVENT_TYPE } from './event-schema';
import { type CompletedExecution, composeBody } from './payload';
import { PAYLOAD_FLAGS, wantsLimits } from './payload-flags';

/** A completed execution as the outbox takes it. */
export interface CompletionToNotify extends CompletedExecution {
  workspaceId: string;
}

/** Any run of a group, with or without deliveries. */
interface EndedRun {
  execution: {
    workspaceId: string;
    workflowId: string;
    /** The plan holder to whose usage the statement that writes the group adds the cost. */
    holderId: string;
  };
  costTotal: number;
}

/** A body for payload flags that a subscription to the execution is known to want. */
export interface ComposedBody {
  executionId: string;
  eventId: string;
  payloadFlags: number;
  body: string;
}

/** What a subscription covers: a workflow or a whole workspace, as its index has it. */
export const COVERED = (subscription: string): string =>
  `coalesce(${subscription}.workflow_id, ${subscription}.workspace_id)`;

const WANTS_COMPLETIONS = (subscription: string): string => `'${EVENT_TYPE}' = ANY (${subscription}.events)`;

/** The parameters of `OUTBOX`. */
export const OUTBOX_BODIES = unnestRows<ComposedBody>([
  { column: 'execution_id', type: 'uuid', of: ({ executionId }) => executionId },
  { column: 'event_id', type: 'uuid', of: ({ eventId }) => eventId },
  { column: 'includes', type: 'smallint', of: ({ payloadFlags }) => payloadFlags },
  { column: 'body', type: 'text', of: ({ body }) => body },
]);

/**
 * Parts of the completion statement, with parameters from `$first` on. Subscriptions are matched in the
 * statement itself, so its snapshot decides: none that was committed before the completion is missed, and
 * filters and `active` are judged at completion. What a process believes of subscriptions only decides which
 * bodies it has composed; one that is lacking undoes the statement. `recordable` has execution_id, log_id,
 * workspace_id, workflow_id, level, trigger and ended_ms; `tags` is SQL of an array, of a row `o` of it.
 * Deliveries of a group are due in the order in which its runs ended.
 */
export const OUTBOX = (recordable: string, tags: string, first: number): string => `
notice AS MATERIALIZED (
  SELECT o.execution_id, o.log_id, o.workspace_id, o.workflow_id, o.level, o.trigger, o.ended_ms,
    s.id AS subscription_id,
    ${PAYLOAD_FLAGS('s')} AS includes, s.transform IS NOT NULL AS transforms, b.event_id, runtime.new_id() AS delivery_id,
    coalesce(b.body, runtime.webhook_body_missing()) AS body
  FROM ${recordable} o
  JOIN webhook_subscription s ON ${COVERED('s')} = ANY (ARRAY[o.workflow_id, o.workspace_id])
  LEFT JOIN ${OUTBOX_BODIES.from('b', first)} ON b.execution_id = o.execution_id
    AND b.includes = ${PAYLOAD_FLAGS('s')}
  WHERE s.active AND s.deleted_at IS NULL AND ${WANTS_COMPLETIONS('s')} AND o.level = ANY (s.level_filter) AND o.trigger = ANY (s.trigger_filter)
    AND (s.tag_filter = '{}' OR s.tag_filter && ${tags})
), notice_body AS (
  INSERT INTO runtime.webhook_body (created_at, event_id, includes, body)
  SELECT DISTINCT ON (event_id, includes) now(), event_id, includes, body FROM notice
), notice_delivery AS (
  ${insertSelect('runtime.webhook_delivery', {
    created_at: 'now()',
    id: 'delivery_id',
    event_id: true,
    subscription_id: true,
    workspace_id: true,
    workflow_id: true,
    execution_id: true,
    log_id: true,
    includes: true,
    level: true,
    trigger: true,
    transforms: true,
  })}
  FROM notice
), notice_pending AS (
  ${insertSelect('runtime.webhook_pending', {
    delivery_id: true,
    created_at: 'now()',
    event_id: true,
    subscription_id: true,
    includes: true,
    transforms: true,
    next_at: 'least(now(), to_timestamp(ended_ms / 1000))',
  })}
  FROM notice
)`;

/** Selected by the statement: notifies every worker at the commit, once. */
export const WAKE_WORKERS = `(SELECT ${notifySql('deliveries')} FROM notice LIMIT 1)`;

/**
 * Undoes the statement if a run is covered by an active subscription. It is for groups that are believed to
 * have none.
 * @param covered SQL of an array: the workflows and workspaces of the group
 */
export const REFUSE_UNLESS_UNSUBSCRIBED = (covered: string): string => `
(SELECT runtime.webhook_body_missing() FROM webhook_subscription s WHERE ${COVERED('s')} = ANY (${covered})
  AND s.active AND s.deleted_at IS NULL AND ${WANTS_COMPLETIONS('s')} LIMIT 1)`;

const BODY_MISSING = 'MW001';
const MAX_TRIES = 10;

const READ_WANTED = `
SELECT r.workflow_id, array_agg(DISTINCT ${PAYLOAD_FLAGS('s')}) AS includes
FROM unnest($1::uuid[], $2::uuid[]) r(workflow_id, workspace_id)
JOIN webhook_subscription s ON ${COVERED('s')} = ANY (ARRAY[r.workflow_id, r.workspace_id])
WHERE s.active AND s.deleted_at IS NULL AND ${WANTS_COMPLETIONS('s')} GROUP BY r.workflow_id`;

/**
 * A belief older than this is renewed before it is used; a wrong one costs a repeated statement, never a
 * notification.
 */
const MAX_AGE_MS = 10_000;
const MAX_KNOWN = 10_000;

type Wanted = ReadonlyMap<string, readonly number[]>;

/** Payload flags that the active subscriptions to each workflow want; none for most. */
interface KnownWanted {
  byWorkflow: LRUCache<string, readonly number[]>;
  /** The number of notifications so far; results of reads that began before the latest are not kept. */
  notifications: number;
}

const known = (): KnownWanted =>
  processSingleton('wanted-webhook-bodies', () => {
    const byWorkflow = new LRUCache<string, readonly number[]>({
      max: MAX_KNOWN,
      ttl: MAX_AGE_MS,
      ttlResolution: 0,
    });
    const made: KnownWanted = { byWorkflow, notifications: 0 };
    onNotification('subscriptions', (workflowId) => {
      made.notifications += 1;
      if (workflowId === '') byWorkflow.clear();
      else byWorkflow.delete(workflowId);
    });
    return made;
  });

/**
 * Runs `write` with the bodies that the rows' executions need, often none; a missing body is composed, and it
 * is run again.
 */
export async function withBodies<Row extends EndedRun, T>(
  rows: readonly Row[],
  completionOf: (row: Row) => CompletionToNotify,
  write: (composed: readonly ComposedBody[]) => Promise<T>,
): Promise<T> {
  const workspaces = new Map(rows.map(({ execution }) => [execution.workflowId, execution.workspaceId]));
  for (let tries = 1; ; tries += 1) {
    if (tries > 1) for (const id of workspaces.keys()) known().byWorkflow.delete(id);
    const wanted = await readWanted(workspaces);
    const composed = await compose(rows, completionOf, wanted);
    try {
      return await write(composed);
    } catch (error) {
      if ((error as { code?: string }).code !== BODY_MISSING || tries === MAX_TRIES) throw error;
    }
  }
}

/** @param workspaces the workspace of each workflow */
async function readWanted(workspaces: ReadonlyMap<string, string>): Promise<Wanted> {
  const { byWorkflow, notifications } = known();
  const wanted = new Map<string, readonly number[]>();
  for (const id of workspaces.keys()) {
    const flags = byWorkflow.get(id);
    if (flags !== undefined) wanted.set(id, flags);
  }
  const missing = [...workspaces.keys()].filter((id) => !wanted.has(id));
  if (missing.length === 0) return wanted;
  const start = performance.now();
  const { rows } = await pool().query<{ workflow_id: string; includes: number[] }>({
    name: 'read-wanted-webhook-bodies',
    text: READ_WANTED,
    values: [missing, missing.map((id) => workspaces.get(id))],
  });
  const found = new Map(rows.map((row) => [row.workflow_id, row.includes]));
  for (const id of missing) {
    const flags = found.get(id) ?? [];
    wanted.set(id, flags);
    if (known().notifications === notifications) byWorkflow.set(id, flags, { start });
  }
  return wanted;
}

async function compose<Row extends EndedRun>(
  rows: readonly Row[],
  completionOf: (row: Row) => CompletionToNotify,
  wanted: Wanted,
): Promise<ComposedBody[]> {
  const composed: ComposedBody[] = [];
  const spentHere = new Map<string, number>();
  for (const row of rows) {
    const { holderId, workflowId } = row.execution;
    const spent = addUsd(spentHere.get(holderId) ?? 0, row.costTotal);
    spentHere.set(holderId, spent);
    const wantedFlags = wanted.get(workflowId) ?? [];
    if (wantedFlags.length === 0) continue;
    const execution = completionOf(row);
    const id = newId();
    const timestampMs = Date.now();
    const limits = wantedFlags.some(wantsLimits) ? await limitsAfter(spent, row.execution) : null;
    for (const payloadFlags of wantedFlags) {
      const body = composeBody({ id, timestampMs, execution, limits }, payloadFlags);
      composed.push({ executionId: execution.executionId, eventId: id, payloadFlags, body });
    }
  }
  return composed;
}

/**
 * The limits as they are once the runs of this group up to this one are counted, which they are not yet: a
 * run that crosses the limit says so itself.
 */
async function limitsAfter(spent: number, { workspaceId, holderId }: EndedRun['execution']): Promise<Limits> {
  const { holder, limits } = await readHolderPlan(workspaceId);
  if (holder.userId !== holderId || spent === 0) return limits;
  const { usage } = limits;
  const currentPeriodCost = addUsd(usage.currentPeriodCost, spent);
  return { ...limits, usage: { ...usage, currentPeriodCost, isExceeded: currentPeriodCost >= usage.limit } };
}
