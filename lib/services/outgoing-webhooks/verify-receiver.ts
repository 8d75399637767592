import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import type { Actor } from '../access/actor';
import { readLimits } from '../limits/read-limits';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { type Exchange, sendOnce } from './exchange';
import { findWebhook, noWebhook, type WebhookAddress } from './find-webhook';
import { composeBody } from './payload';
import { readTarget } from './read-target';
import { sampleExecution } from './sample-execution';
import type { ReceiverCheck, ReceiverReport } from './schema';
import { openHeaders } from './sealed-headers';
import { openSecret } from './sealed-secret';
import { deliveryHeaders } from './signature';
import { JSON_TYPE, type SentBody, transformBody } from './transform-body';
import type { WebhookRow } from './webhook-row';
import { wireExchange } from './wire-exchange';

/** Twice the five minutes that receivers allow. */
const STALE_MS = 10 * 60_000;

interface Trial {
  kind: ReceiverCheck['kind'];
  /** The body that is signed; a tampered trial sends another one. */
  signedBody: string;
  sentBody: string;
  timestampMs: number;
}

/**
 * Sends a good, a tampered and a stale delivery of made-up executions, one after the other, and says what the
 * receiver did and what it should have done.
 * @throws AppError conflict without a secret, or if the transform fails
 */
export const verifyReceiver = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'webhook.verified',
  transaction: plainTransaction,
  async run(actor: Actor, address: WebhookAddress, change): Promise<{ data: ReceiverReport }> {
    const { workspaceId, id } = address;
    const webhook = await findWebhook(actor, address, 'writer');
    const target = await readTarget(id);
    if (target === null) throw noWebhook();
    if (target.secrets.length === 0)
      throw new AppError(
        'conflict',
        'Set a secret first: without one deliveries carry no signature to check.',
      );
    const secrets = target.secrets.map((sealed) => openSecret(id, sealed));
    const own = openHeaders(id, target.ownHeaders);
    const concealed = own.map(([name]) => name);
    const limits = await readLimits(workspaceId);
    const checks: ReceiverCheck[] = [];
    for (const kind of ['good', 'tampered', 'stale'] as const) {
      const nowMs = Date.now();
      const execution = sampleExecution(webhook.workflow_id, nowMs);
      const payload = composeBody({ id: newId(), timestampMs: nowMs, execution, limits }, 0);
      const { body, contentType } = await sentBody(webhook, payload);
      const trial = trialOf(kind, body, nowMs);
      const content = { body: trial.signedBody, contentType, payload };
      const signed = { deliveryId: newId(), ...content, secrets, isTest: true };
      const headers = deliveryHeaders({ ...signed, adds: { ...target.adds, own } }, trial.timestampMs);
      const request = { url: target.url, headers, body: trial.sentBody, concealed };
      const exchange = await sendOnce(outboundClient(), request);
      checks.push(judge(trial, exchange));
    }
    const passed = checks.every((check) => check.passed);
    const summary = summaryOf(checks);
    await change({ workspaceId }, async (tx) => {
      // Nothing is known of the receiver when URL or secret have changed meanwhile.
      await tx.webhookSubscription.updateMany({
        where: { id, url: webhook.url, secretSetAt: webhook.secret_set_at },
        data: { verifiedAt: new Date(), verifyProblem: passed ? null : summary },
      });
      return { result: undefined, audit: { target: id, detail: { passed } } };
    });
    return { data: { passed, summary, checks } };
  },
});

/** @throws AppError conflict if the transform fails */
async function sentBody({ workspace_id, transform, id }: WebhookRow, payload: string): Promise<SentBody> {
  if (transform === null) return { body: payload, contentType: JSON_TYPE };
  const asked = { workspaceId: workspace_id, code: transform, payload, seed: id };
  const made = await transformBody(asked, new AbortController().signal);
  if (made.kind === 'made') return made.sent;
  throw new AppError(
    'conflict',
    made.kind === 'failed' ? made.problem : 'The server is stopping. Try again.',
  );
}

function trialOf(kind: Trial['kind'], body: string, nowMs: number): Trial {
  if (kind === 'stale') return { kind, signedBody: body, sentBody: body, timestampMs: nowMs - STALE_MS };
  return { kind, signedBody: body, sentBody: kind === 'good' ? body : tampered(body), timestampMs: nowMs };
}

/** Changes a body so that it is as good as before: only the signature tells. */
function tampered(body: string): string {
  const changed = body.replace('"totalDurationMs":', '"totalDurationMs":1');
  return changed === body ? `${body} ` : changed;
}

const WRONG = {
  good: 'It was signed correctly and should be acknowledged with 200',
  tampered: 'Its body was changed after signing and should be refused with 401',
  stale: 'It is signed correctly but ten minutes old and should be refused with 401',
};

function judge({ kind, sentBody }: Trial, exchange: Exchange): ReceiverCheck {
  const status = exchange.response?.status ?? null;
  const accepted = status !== null && status >= 200 && status < 300;
  const refused = status !== null && status >= 400 && status < 500;
  const passed = kind === 'good' ? accepted : refused;
  const did = accepted
    ? `acknowledged it with ${status}`
    : status === null
      ? 'did not answer'
      : `answered ${status}`;
  const why = status === null ? ` ${exchange.reason}` : '';
  return {
    kind,
    expected: kind === 'good' ? 'accept' : 'refuse',
    passed,
    verdict: `${WRONG[kind]}: the receiver ${did}${passed ? ', as it should' : ''}.${why}`,
    body: sentBody,
    ...wireExchange(exchange),
  };
}

function summaryOf(checks: readonly ReceiverCheck[]): string {
  const failed = checks.filter(({ passed }) => !passed).map(({ kind }) => kind);
  if (failed.length === 0) return 'The receiver checks signature and time correctly.';
  if (failed.includes('good'))
    return (
      'The receiver does not accept correct deliveries. Compare its secret and how it builds the ' +
      'signed text with the receiver code here.'
    );
  if (failed.length === 2)
    return (
      'The receiver accepts everything: it does not check the signature. ' +
      'Anyone who knows its URL can send to it.'
    );
  return failed[0] === 'tampered'
    ? 'The receiver does not compare the signature with the raw body.'
    : 'The receiver does not check the time: an old delivery can be replayed.';
}
