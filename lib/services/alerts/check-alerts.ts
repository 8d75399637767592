import type { ClientBase } from 'pg';
import { env } from '../../platform/env';
import { newId } from '../../platform/ids';
import { logger } from '../../platform/logging/logger';
import { pool } from '../../platform/postgres/db';
import { exactUsd } from '../../platform/postgres/exact-usd';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { alertText, conditionWords, type ErrorNews, type RuleFacts } from './alert-text';
import { readErrorNews } from './error-news';
import { insertEvent } from './insert-event';
import type { ALERT_EVENT_KINDS, ErrorCondition, MeasuredCondition } from './schema';

const RULES_AT_ONCE = 10;
/** A rule with a long window is checked less often: nothing in it changes fast. */
const CHECKS_IN_A_WINDOW = 100;
const LEAST_BETWEEN_CHECKS_S = 15;
/** Runs that began longer than this before the window are not counted. */
const LONGEST_RUN = `interval '1 hour'`;

// Locked rows belong to another process. A rule's state and its notification are committed together, so
// neither exists without the other, and no process sends it twice.
const TAKE = `
SELECT id, workspace_id AS "workspaceId", name, condition, window_minutes AS "windowMinutes",
  workflow_ids AS "workflowIds", notify_recovery AS "notifyRecovery", firing_since IS NOT NULL AS firing,
  events_seen AS "eventsSeen"
FROM alert_rule WHERE enabled AND next_check_at <= now()
ORDER BY next_check_at LIMIT ${RULES_AT_ONCE} FOR UPDATE SKIP LOCKED`;

const MOVE_ON = `
UPDATE alert_rule SET
  next_check_at = now()
    + make_interval(secs => greatest($2::integer, window_minutes * 60 / ${CHECKS_IN_A_WINDOW})),
  firing_since = CASE WHEN $3 THEN coalesce(firing_since, now()) END
WHERE id = $1`;

// What comes until the next check is in its notification, so there is one in a window at most.
const MOVE_ON_SEEN = `
UPDATE alert_rule SET events_seen = $2::bigint, firing_since = NULL, next_check_at = now()
  + make_interval(secs => CASE WHEN $3::boolean THEN window_minutes * 60 ELSE ${LEAST_BETWEEN_CHECKS_S} END)
WHERE id = $1`;

const PUT_OFF = `UPDATE alert_rule SET next_check_at = now() + interval '1 minute' WHERE id = $1`;

// The indexes `log_outcome` and `log_time` are read from the window's start; manual runs are left to their
// author.
const IN_WINDOW = `
runtime.log WHERE workspace_id = $1
  AND started_at > now() - make_interval(mins => $2) - ${LONGEST_RUN}
  AND ended_at > now() - make_interval(mins => $2)
  AND (cardinality($3::uuid[]) = 0 OR workflow_id = ANY($3)) AND trigger <> 'manual'`;
const atMost = (condition: string) => `SELECT count(*)::float8 AS value FROM (
  SELECT 1 FROM ${IN_WINDOW} AND ${condition} LIMIT $4) found`;
// A stopped run has a status of its own and is not a failure.
const MEASURES: Record<MeasuredCondition['kind'], string> = {
  failures: atMost(`level = 'error'`),
  'slower-than': atMost('duration_ms - waited_ms > $5'),
  'dearer-than': `SELECT ${exactUsd('coalesce(sum(cost_total), 0)')} AS value
    FROM ${IN_WINDOW} AND cost_total > 0`,
};
/** A slower count is aborted and tried again later. */
const MEASURE_WITHIN_MS = 5_000;

export interface TakenRule extends RuleFacts {
  notifyRecovery: boolean;
  firing: boolean;
  /** Number of the last event about errors that it has seen; null before the first check. */
  eventsSeen: number | null;
}

/** Checks the rules that are due, each in one process; a change of state queues a notification. */
export async function checkAlerts(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await inTransaction(pool(), checkSome)) === RULES_AT_ONCE);
}

async function checkSome(client: ClientBase): Promise<number> {
  await client.query(`SET LOCAL statement_timeout = ${MEASURE_WITHIN_MS}`);
  const { rows } = await client.query<TakenRule>(TAKE);
  for (const rule of rows) await checkOne(client, rule);
  return rows.length;
}

/** Checks one rule; a rule that can't be measured in time doesn't hold up the others. */
async function checkOne(client: ClientBase, rule: TakenRule): Promise<void> {
  await client.query('SAVEPOINT rule');
  try {
    await check(client, rule);
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT rule');
    await client.query(PUT_OFF, [rule.id]);
    logger('alerts').error('could not look at an alert rule', { ruleId: rule.id, error });
  }
}

async function check(client: ClientBase, rule: TakenRule): Promise<void> {
  const { condition } = rule;
  if (condition.kind === 'error-groups') return checkErrors(client, rule, condition);
  const value = await measure(client, rule, condition);
  const holds = value >= thresholdOf(condition);
  await client.query(MOVE_ON, [rule.id, LEAST_BETWEEN_CHECKS_S, holds]);
  if (holds === rule.firing || (!holds && !rule.notifyRecovery)) return;
  await tell(client, rule, { kind: holds ? 'fired' : 'recovered', value });
}

/** Notifies of errors since the last check; the first check only notes where the rule begins. */
async function checkErrors(client: ClientBase, rule: TakenRule, { on }: ErrorCondition): Promise<void> {
  const { upTo, news } = await readErrorNews(client, rule, on);
  const value = news.counts.new + news.counts.reopened;
  await client.query(MOVE_ON_SEEN, [rule.id, upTo, value > 0]);
  if (value > 0) await tell(client, rule, { kind: 'fired', value, news });
}

/** Returns the threshold; a sum equal to the limit does not exceed it. */
const thresholdOf = (condition: MeasuredCondition): number =>
  condition.kind === 'dearer-than' ? condition.usd + Number.EPSILON : condition.count;

async function measure(
  client: ClientBase,
  { workspaceId, windowMinutes, workflowIds }: TakenRule,
  condition: MeasuredCondition,
): Promise<number> {
  const values: unknown[] = [workspaceId, windowMinutes, workflowIds];
  if (condition.kind !== 'dearer-than') values.push(condition.count);
  if (condition.kind === 'slower-than') values.push(condition.ms);
  const { rows } = await client.query<{ value: number }>(MEASURES[condition.kind], values);
  return rows[0]?.value ?? 0;
}

interface Happened {
  kind: (typeof ALERT_EVENT_KINDS)[number];
  value: number | null;
  /** Of a rule about errors. */
  news?: ErrorNews | undefined;
}

/** Stores the notification; it is sent after the transaction. */
export async function tell(
  client: Pick<ClientBase, 'query'>,
  rule: RuleFacts,
  { kind, value, news }: Happened,
): Promise<string> {
  const id = newId();
  const atMs = Date.now();
  const summary = conditionWords(rule, kind, news);
  const body = alertText({ id, kind, rule, value, summary, atMs, baseUrl: env().NEXTAUTH_URL, news });
  await insertEvent(client, { id, ruleId: rule.id, kind, summary, body });
  return id;
}
