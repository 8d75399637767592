import type { ClientBase } from 'pg';
import { env } from '../../platform/env';
import { newId } from '../../platform/ids';
import { logger } from '../../platform/logging/logger';
import { pool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { eventToNote, noteEvent } from '../outgoing-webhooks/note-event';
import { alertFired } from '../outgoing-webhooks/other-events';
import { type AlertBody, alertText } from './alert-text';
import { readErrorNews } from './error-news';
import type { Found } from './found-places';
import { insertEvent } from './insert-event';
import { measureRuns } from './measure-runs';
import type { ErrorNews, RuleFacts } from './rule-facts';
import { type ALERT_EVENT_KINDS, type EachCondition, type ErrorCondition, isEach } from './schema';
import { watchEach } from './watch-each';

const RULES_AT_ONCE = 10;
/** A rule with a long window is checked less often: nothing in it changes fast. */
const CHECKS_IN_A_WINDOW = 100;
const LEAST_BETWEEN_CHECKS_S = 15;
const MOST_BETWEEN_CHECKS_S = 15 * 60;
/** A statement that takes longer is aborted, and the rule is checked again later. */
const MEASURE_WITHIN_MS = 5_000;

// Locked rows belong to another process. A rule's state and its notification are committed together, so
// neither exists without the other, and no process sends it twice.
const TAKE = `
SELECT id, workspace_id AS "workspaceId", name, condition, window_minutes AS "windowMinutes",
  workflow_ids AS "workflowIds", notify_recovery AS "notifyRecovery", firing_since IS NOT NULL AS firing,
  firing_for::text[] AS "firingFor", events_seen AS "eventsSeen"
FROM alert_rule WHERE enabled AND next_check_at <= now()
ORDER BY next_check_at LIMIT ${RULES_AT_ONCE} FOR UPDATE SKIP LOCKED`;

const MOVE_ON = `
UPDATE alert_rule SET
  next_check_at = now() + make_interval(secs => least(${MOST_BETWEEN_CHECKS_S},
    greatest(${LEAST_BETWEEN_CHECKS_S}, window_minutes * 60 / ${CHECKS_IN_A_WINDOW}))),
  firing_since = CASE WHEN $2::boolean THEN coalesce(firing_since, now()) END,
  firing_for = $3::uuid[]
WHERE id = $1`;

// What comes until the next check is in its notification, so there is one in a window at most.
const MOVE_ON_SEEN = `
UPDATE alert_rule SET events_seen = $2::bigint, firing_since = NULL, next_check_at = now()
  + make_interval(secs => CASE WHEN $3::boolean THEN window_minutes * 60 ELSE ${LEAST_BETWEEN_CHECKS_S} END)
WHERE id = $1`;

const PUT_OFF = `UPDATE alert_rule SET next_check_at = now() + interval '1 minute' WHERE id = $1`;

interface TakenRule extends RuleFacts {
  notifyRecovery: boolean;
  firing: boolean;
  /** Workflows or holds that it has notified of and that are not well yet. */
  firingFor: string[];
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
  if (isEach(condition)) return checkEach(client, rule, condition);
  const { value, holds, found } = await measureRuns(client, rule, condition);
  await client.query(MOVE_ON, [rule.id, holds, []]);
  if (holds === rule.firing || (!holds && !rule.notifyRecovery)) return;
  await tell(client, rule, { kind: holds ? 'fired' : 'recovered', value, found });
}

/** Notifies once of each workflow or hold, and again of one that was well in between. */
async function checkEach(client: ClientBase, rule: TakenRule, condition: EachCondition): Promise<void> {
  const { holding, begun, ended } = await watchEach(client, rule, condition);
  await client.query(MOVE_ON, [rule.id, holding.length > 0, holding.map(({ id }) => id)]);
  if (begun.length > 0) await tell(client, rule, { kind: 'fired', value: begun.length, found: begun });
  if (ended.length > 0 && rule.notifyRecovery)
    await tell(client, rule, { kind: 'recovered', value: ended.length, found: ended });
}

/** Notifies of errors since the last check; the first check only notes where the rule begins. */
async function checkErrors(client: ClientBase, rule: TakenRule, { on }: ErrorCondition): Promise<void> {
  const { upTo, news } = await readErrorNews(client, rule, on);
  const value = news.counts.new + news.counts.reopened;
  await client.query(MOVE_ON_SEEN, [rule.id, upTo, value > 0]);
  if (value > 0) await tell(client, rule, { kind: 'fired', value, news });
}

async function noteFired(
  client: Pick<ClientBase, 'query'>,
  { id: alertId, workspaceId, name, workflowIds }: RuleFacts,
  { summary, body }: ReturnType<typeof alertText>,
): Promise<void> {
  const { value, url } = JSON.parse(body) as AlertBody;
  const about = { alertId, name, workflowIds: [...workflowIds], summary, value, url };
  await noteEvent(client, eventToNote(alertFired(workspaceId, about)));
}

interface Happened {
  kind: (typeof ALERT_EVENT_KINDS)[number];
  value: number | null;
  /** Of a rule about errors. */
  news?: ErrorNews | undefined;
  /** Of a rule about each workflow or hold, or about the queue. */
  found?: readonly Found[] | undefined;
}

/** Stores the notification, and the event for subscriptions; both are sent after the transaction. */
export async function tell(
  client: Pick<ClientBase, 'query'>,
  rule: RuleFacts,
  { kind, ...happened }: Happened,
): Promise<string> {
  const id = newId();
  const alert = { id, kind, rule, atMs: Date.now(), baseUrl: env().NEXTAUTH_URL, ...happened };
  const text = alertText(alert);
  await insertEvent(client, { id, ruleId: rule.id, kind, ...text });
  if (kind === 'fired') await noteFired(client, rule, text);
  return id;
}
