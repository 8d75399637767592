import { sendEmail } from '../../platform/email/send-email';
import { logger } from '../../platform/logging/logger';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { pool } from '../../platform/postgres/db';
import { sendOnce } from '../outgoing-webhooks/exchange';
import { judgeAttempt } from '../outgoing-webhooks/retry-schedule';
import { signatureHeader } from '../outgoing-webhooks/signature';
import { confirmedOf } from './alert-recipients';
import { type AlertBody, alertEmail } from './alert-text';
import { openTarget, type WebhookTarget } from './sealed-target';

const AT_ONCE = 10;
/** If a process dies while sending, the next one sends the notification again. */
const LEASE = `interval '2 minutes'`;

interface Claimed {
  id: string;
  ruleId: string;
  workspaceId: string;
  body: string;
  /** Including this attempt. */
  attempts: number;
  emails: string[];
  target: Buffer | null;
}

const claim = (which: string) => `
WITH due AS (
  SELECT id FROM runtime.alert_event WHERE sent_at IS NULL AND failed_at IS NULL AND ${which}
  ORDER BY next_attempt_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
)
UPDATE runtime.alert_event e SET attempts = e.attempts + 1, next_attempt_at = now() + ${LEASE}
FROM due, alert_rule r WHERE e.id = due.id AND r.id = e.rule_id
RETURNING e.id, e.rule_id AS "ruleId", r.workspace_id AS "workspaceId", e.body, e.attempts, r.emails,
  r.target`;
const CLAIM_DUE = claim('next_attempt_at <= now()');
const CLAIM_ONE = claim('id = $1');

/** Sent, perhaps with a problem for some recipients; failed; or, with a delay, to be retried. */
const END = `
UPDATE runtime.alert_event SET problem = $2,
  sent_at = CASE WHEN $4 THEN now() END,
  failed_at = CASE WHEN NOT $4 AND $3::float8 IS NULL THEN now() END,
  next_attempt_at = now() + coalesce($3::float8, 0) * interval '1 millisecond'
WHERE id = $1`;

/** Sends due notifications, with the retry delays of webhook deliveries. */
export async function sendAlerts(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await pool().query<Claimed>(CLAIM_DUE);
    await Promise.all(rows.map((claimed) => sendClaimed(claimed, true)));
    if (rows.length < AT_ONCE) return;
  }
}

/** Sends one notification immediately, in a single attempt. */
export async function sendAlertNow(id: string): Promise<void> {
  const { rows } = await pool().query<Claimed>(CLAIM_ONE, [id]);
  for (const claimed of rows) await sendClaimed(claimed, false);
}

async function sendClaimed(claimed: Claimed, retries: boolean): Promise<void> {
  const end = await sendOne(claimed);
  if (end.ok) {
    await pool().query(END, [claimed.id, end.problem ?? null, null, true]);
    return;
  }
  const verdict = judgeAttempt(end, { number: claimed.attempts, isExtended: false }, Math.random);
  const waitMs = retries && verdict.kind === 'retry' ? verdict.waitMs : null;
  await pool().query(END, [claimed.id, end.reason, waitMs, false]);
}

type SentEnd =
  | { ok: true; problem?: string }
  | {
      ok: false;
      reason: string;
      status: number | null;
      refusedAddress: boolean;
      retryAfterMs: number | null;
    };

async function sendOne({ id, ruleId, workspaceId, body, emails, target }: Claimed): Promise<SentEnd> {
  if (target !== null) return post(ruleId, target, body);
  const to = await confirmedOf(workspaceId, emails);
  const left = emails.filter((email) => !to.includes(email));
  const problem = left.length === 0 ? null : `Not sent to ${left.join(', ')}: not confirmed.`;
  if (to.length === 0)
    return { ok: false, reason: problem ?? '', status: null, refusedAddress: true, retryAfterMs: null };
  const end = await sendEmail({ to, messageId: `<${id}@millrace>`, ...alertEmail(body) });
  if (end.ok) return problem === null ? end : { ok: true, problem };
  return { ...end, status: null, refusedAddress: end.permanent, retryAfterMs: null };
}

async function post(ruleId: string, sealed: Buffer, body: string): Promise<SentEnd> {
  const opened = openOrNull(ruleId, sealed);
  if (opened === null)
    return { ok: false, reason: UNREADABLE, status: null, refusedAddress: false, retryAfterMs: null };
  const { id, type } = JSON.parse(body) as AlertBody;
  const timestampMs = Date.now();
  const headers: Array<[string, string]> = [
    ['content-type', 'application/json'],
    ['service-event', type],
    ['service-timestamp', String(timestampMs)],
    ['service-delivery-id', id],
    ['idempotency-key', id],
    ['service-signature', signatureHeader(timestampMs, body, [opened.secret])],
  ];
  const { code, reason, response, refused } = await sendOnce(outboundClient(), {
    url: opened.url,
    headers,
    body,
  });
  if (code === null) return { ok: true };
  return {
    ok: false,
    reason,
    refusedAddress: refused,
    status: response?.status ?? null,
    retryAfterMs: response?.retryAfterMs ?? null,
  };
}

const UNREADABLE =
  'Nothing was sent: the webhook can’t be decrypted with this ENCRYPTION_KEY. Enter its URL again.';

function openOrNull(ruleId: string, sealed: Buffer): WebhookTarget | null {
  try {
    return openTarget(ruleId, sealed);
  } catch (error) {
    logger('alerts').error('a webhook can’t be decrypted', { ruleId, error });
    return null;
  }
}

/** Deletes notifications after 30 days. */
export async function forgetAlertEvents(): Promise<void> {
  await pool().query(`DELETE FROM runtime.alert_event WHERE at < now() - interval '30 days'`);
}
