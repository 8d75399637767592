import type { DeliveryRow } from './delivery-row';
import { CAUSE, OUTCOME } from './delivery-state';
import type { Attempt, WebhookExchange } from './schema';

/** An ended attempt as `runtime.webhook_attempt` keeps it. `request`, `response` and `timing` are JSON. */
export interface AttemptRow {
  id: string;
  number: number;
  cause: Attempt['cause'];
  outcome: (typeof OUTCOME.names)[number];
  started_at: Date;
  duration_ms: number | null;
  status: number | null;
  code: string | null;
  reason: string;
  request: string | null;
  response: string | null;
  response_body: Buffer | null;
  response_truncated: boolean;
  timing: string | null;
  retry_at: Date | null;
}

export function attemptOf(row: AttemptRow): Attempt {
  return {
    id: row.id,
    number: row.number,
    cause: row.cause,
    outcome: OUTCOME.read(row.outcome),
    startedAt: row.started_at.toISOString(),
    durationMs: row.duration_ms,
    status: row.status,
    code: row.code,
    reason: row.reason,
    retryAt: row.retry_at?.toISOString() ?? null,
    ...exchangeOf(row),
  };
}

function exchangeOf(row: AttemptRow): WebhookExchange {
  const response: { status: number; headers: Array<[string, string]> } | null =
    row.response === null ? null : JSON.parse(row.response);
  return {
    request: row.request === null ? null : JSON.parse(row.request),
    response:
      response === null
        ? null
        : { ...response, body: showBody(row.response_body ?? Buffer.alloc(0), row.response_truncated) },
    timing: row.timing === null ? null : JSON.parse(row.timing),
  };
}

/** Text where it is text; a character cut in two at the end does not make it binary. */
export function showBody(
  bytes: Buffer,
  truncated: boolean,
): { text: string | null; base64: string | null; truncated: boolean } {
  const text = bytes.includes(0) ? null : decode(bytes, truncated);
  return { text, base64: text === null ? bytes.toString('base64') : null, truncated };
}

function decode(bytes: Buffer, truncated: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: truncated });
  } catch {
    return null;
  }
}

/** The attempt that is under way while the delivery is claimed. */
export function runningAttempt(row: DeliveryRow): Attempt | null {
  if (row.lease_token === null || row.leased_at === null) return null;
  return {
    id: row.lease_token,
    number: (row.schedule_attempts ?? 0) + 1,
    cause: row.cause ?? CAUSE.is.schedule,
    outcome: 'running',
    startedAt: row.leased_at.toISOString(),
    durationMs: null,
    status: null,
    code: null,
    reason: 'It is being sent now.',
    retryAt: null,
    request: null,
    response: null,
    timing: null,
  };
}
