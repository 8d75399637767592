import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../platform/ids';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool, prisma } from '../../platform/postgres/db';
import { refusalOf } from '../accounts/testing/refusals';
import { workflowThatAnswers } from '../limits/testing/workflow-that-answers';
import { runByHand } from '../runs/testing/run-by-hand';
import { attemptDelivery } from './attempt-delivery';
import { claimDeliveries } from './claim-deliveries';
import { createWebhook } from './create-webhook';
import { type DeliveryLoop, startDeliveryLoop } from './delivery-loop';
import { getDelivery } from './get-delivery';
import { getRedelivery } from './get-redelivery';
import { getWebhook } from './get-webhook';
import { listDeliveries } from './list-deliveries';
import { listExecutionDeliveries } from './list-execution-deliveries';
import { recordAttempt } from './record-attempts';
import { redeliver } from './redeliver';
import { redeliverFailed } from './redeliver-failed';
import { releaseInterrupted } from './release-interrupted';
import { type DeliveryDetail, NewWebhookSettings, type Webhook } from './schema';
import { sendPending } from './send-pending';
import { sendTest } from './send-test';
import { setWebhookActive } from './set-webhook-active';
import { setWebhookSecret } from './set-webhook-secret';
import {
  closeAfterDeliveries,
  eventually,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';
import { updateWebhook } from './update-webhook';
import { verifyReceiver } from './verify-receiver';

const SECRET = 'Tr0ub4dor&3-horse-battery';
let mill: SubscribedWorkspace;
const loops: DeliveryLoop[] = [];
const servers: LoopbackHttpServer[] = [];

beforeAll(openForDeliveries);
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.webhook_pending');
  mill = await mintSubscribedWorkspace();
});
afterEach(async () => {
  for (const loop of loops.splice(0)) await loop.stop(0);
  for (const server of servers.splice(0)) await server.close();
});
afterAll(closeAfterDeliveries);

const deliverNow = (): void => void loops.push(startDeliveryLoop());

type Answer = number | [status: number, headers: Record<string, string>, body?: string] | 'hang';

/** Answers as `answerTo` says; `index` counts its requests from 0. */
async function receiver(
  answerTo: (request: ReceivedRequest, index: number) => Answer,
): Promise<LoopbackHttpServer> {
  const server = await startHttpServer((request, response, index) => {
    const answer = answerTo(request, index);
    if (answer === 'hang') return;
    const [status, headers, body] = typeof answer === 'number' ? [answer, {}, ''] : [...answer, ''];
    response.writeHead(status, headers).end(body);
  });
  servers.push(server);
  return server;
}

async function only(webhook: Webhook): Promise<DeliveryDetail> {
  const { workspaceId } = mill;
  const { data } = await listDeliveries(mill.reader, { workspaceId, id: webhook.id, limit: 10 });
  return (await getDelivery(mill.reader, { workspaceId, id: webhook.id, deliveryId: data[0]!.id })).data;
}

async function settled(webhook: Webhook, attempts: number): Promise<DeliveryDetail> {
  await eventually(
    async () =>
      (await only(webhook)).attemptLog.filter(({ outcome }) => outcome !== 'running').length >= attempts,
  );
  return only(webhook);
}

test('a delivery has the contract’s headers and a valid signature; any 2xx acknowledges it', async () => {
  const server = await receiver(() => [204, { 'x-answer': 'yes' }]);
  const webhook = await mill.subscribe(server.origin, { secret: { value: SECRET } });
  deliverNow();
  const beforeMs = Date.now();
  const executionId = await mill.complete();
  const delivery = await settled(webhook, 1);
  const afterMs = Date.now();
  const [request] = server.received;
  const { headers, body } = request!;
  expect(request).toMatchObject({ method: 'POST', body: delivery.body });
  const signature = createHmac('sha256', SECRET)
    .update(`${headers['service-timestamp']}.${body}`)
    .digest('hex');
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'service-event': 'workflow.execution.completed',
    'service-delivery-id': delivery.id,
    'idempotency-key': delivery.id,
    'service-signature': `t=${headers['service-timestamp']},v1=${signature}`,
  });
  expect(Number(headers['service-timestamp'])).toBeGreaterThanOrEqual(beforeMs);
  expect(Number(headers['service-timestamp'])).toBeLessThanOrEqual(afterMs);
  expect(delivery).toMatchObject({
    state: 'succeeded',
    attempts: 1,
    lastStatus: 204,
    nextAttemptAt: null,
    executionId,
  });
  expect(delivery.attemptLog).toMatchObject([
    {
      number: 1,
      outcome: 'succeeded',
      status: 204,
      code: null,
      reason: 'The receiver acknowledged the delivery with 204.',
    },
  ]);
  expect(delivery.attemptLog[0]!.response!.headers).toContainEqual(['x-answer', 'yes']);
  const { data } = await listExecutionDeliveries(mill.reader, { workspaceId: mill.workspaceId, executionId });
  expect(data).toMatchObject([{ id: delivery.id, state: 'succeeded' }]);
  const { health, lastDelivery } = (await getWebhook(mill.reader, webhook)).data;
  expect([health.status, lastDelivery?.id]).toEqual(['healthy', delivery.id]);
});

test('a failing receiver gets body and id again, signed anew, not early; a redelivery is next', async () => {
  const server = await receiver((_, index) => (index === 0 ? [500, {}, 'oh no'] : 200));
  const webhook = await mill.subscribe(server.origin, { secret: { value: SECRET } });
  deliverNow();
  await mill.complete();
  const failed = await settled(webhook, 1);
  const afterMs = Date.now();
  expect(failed).toMatchObject({
    state: 'pending',
    lastStatus: 500,
    lastReason: 'The receiver returned 500.',
  });
  const [attempt] = failed.attemptLog;
  expect(attempt!.response!.body.text).toBe('oh no');
  const nextMs = Date.parse(failed.nextAttemptAt!);
  expect(nextMs).toBeGreaterThanOrEqual(Date.parse(attempt!.startedAt) + attempt!.durationMs! + 5_000);
  expect(nextMs).toBeLessThanOrEqual(afterMs + 5_500);
  await redeliver(mill.writer, { ...webhook, deliveryId: failed.id });
  const done = await settled(webhook, 2);
  expect(done).toMatchObject({ state: 'succeeded', attempts: 2 });
  expect(done.attemptLog.map(({ number, cause }) => [number, cause])).toEqual([
    [1, 'schedule'],
    [2, 'schedule'],
  ]);
  const [first, second] = server.received;
  expect(second!.body).toBe(first!.body);
  expect(second!.headers['service-delivery-id']).toBe(first!.headers['service-delivery-id']);
  expect(second!.headers['service-signature']).not.toBe(first!.headers['service-signature']);
});

test('a retry is sent when it falls due, not at the next poll', async () => {
  const server = await receiver((_, index) => (index === 0 ? 503 : 200));
  const webhook = await mill.subscribe(server.origin);
  // The test triggers every poll, so a later attempt can only come from the timer for due deliveries.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const queries = vi.spyOn(pool(), 'query');
  const nextDues = () =>
    queries.mock.calls.flatMap(([query], index) =>
      (query as { name?: string }).name === 'next-due' ? [queries.mock.results[index]!.value] : [],
    ) as unknown as Promise<{ rows: Array<{ ms: string | null }> }>[];
  try {
    deliverNow();
    await mill.complete();
    await settled(webhook, 1);
    let dueAtMs = Number.NaN;
    // On a stalled machine it may fall due before the loop arms its timer; then this is repeated.
    for (let isArmed = false; !isArmed && server.received.length < 2; ) {
      const { rows } = await pool().query<{ next_at: Date }>(
        `UPDATE runtime.webhook_pending SET next_at = clock_timestamp() + interval '900 ms'
          WHERE lease_token IS NULL RETURNING next_at`,
      );
      dueAtMs = rows[0]?.next_at.getTime() ?? dueAtMs;
      const looks = nextDues().length;
      vi.advanceTimersByTime(1_000);
      await eventually(() => nextDues().length > looks);
      isArmed = (await nextDues().at(-1)!).rows[0]!.ms !== null;
    }
    const { attemptLog } = await settled(webhook, 2);
    expect(Date.parse(attemptLog[1]!.startedAt)).toBeGreaterThanOrEqual(dueAtMs);
    await loops.pop()!.stop(0);
  } finally {
    queries.mockRestore();
    vi.useRealTimers();
  }
});

test.each([
  [404, {}, 'The receiver returned 404. Check its response.'],
  [401, {}, 'The receiver returned 401. Check that both sides have the same secret.'],
  [302, { location: 'http://169.254.169.254/' }, 'Redirects are not followed'],
])('%i ends the delivery at once', async (status, headers, words) => {
  const server = await receiver(() => [status, headers]);
  const webhook = await mill.subscribe(server.origin);
  deliverNow();
  await mill.complete();
  const delivery = await settled(webhook, 1);
  expect(delivery).toMatchObject({ state: 'failed', attempts: 1, lastStatus: status });
  expect(delivery.lastReason).toContain(words);
  expect(server.received).toHaveLength(1);
});

test('an address that is not allowed any more is not called, and not tried again', async () => {
  const webhook = await mill.subscribe('http://127.0.0.1:9/');
  await prisma().webhookSubscription.update({ where: { id: webhook.id }, data: { url: 'http://10.0.0.1/' } });
  deliverNow();
  await mill.complete();
  const delivery = await settled(webhook, 1);
  expect(delivery).toMatchObject({ state: 'failed', attempts: 1, lastStatus: null });
  expect(delivery.attemptLog[0]).toMatchObject({ code: 'ADDRESS_NOT_ALLOWED', retryAt: null });
});

test('Retry-After lengthens the wait', async () => {
  const server = await receiver(() => [429, { 'retry-after': '120' }]);
  const webhook = await mill.subscribe(server.origin);
  deliverNow();
  await mill.complete();
  const { nextAttemptAt, attemptLog } = await settled(webhook, 1);
  const afterMs = Date.now();
  expect(Date.parse(nextAttemptAt!)).toBeGreaterThanOrEqual(Date.parse(attemptLog[0]!.startedAt) + 120_000);
  expect(Date.parse(nextAttemptAt!)).toBeLessThanOrEqual(afterMs + 120_000);
});

test('of an endless or binary answer 16 KB are kept, and its status decides', async () => {
  const server = await startHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    const chunk = Buffer.alloc(64 * 1024);
    const pour = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', pour);
    pour();
  });
  servers.push(server);
  const webhook = await mill.subscribe(server.origin);
  deliverNow();
  await mill.complete();
  const { state, attemptLog } = await settled(webhook, 1);
  expect(state).toBe('succeeded');
  const { body } = attemptLog[0]!.response!;
  expect([body.text, body.truncated, Buffer.from(body.base64!, 'base64').length]).toEqual([
    null,
    true,
    16_384,
  ]);
});

test('what a dead process was sending is sent again under the same id, marked as interrupted', async () => {
  const server = await receiver(() => 200);
  const webhook = await mill.subscribe(server.origin);
  await mill.complete();
  const lease = `UPDATE runtime.webhook_pending SET lease_token = gen_random_uuid(), lease_owner = $1,
    leased_at = now()`;
  await pool().query(lease, [newId()]);
  expect((await only(webhook)).attemptLog).toMatchObject([{ number: 1, outcome: 'running' }]);
  deliverNow();
  const delivery = await settled(webhook, 2);
  expect(delivery.attemptLog.map(({ number, outcome }) => [number, outcome])).toEqual([
    [1, 'interrupted'],
    [1, 'succeeded'],
  ]);
  expect(server.received[0]!.headers['service-delivery-id']).toBe(delivery.id);
});

test('an interrupted attempt’s number is used again three times at most', async () => {
  const webhook = await mill.subscribe('http://127.0.0.1:9/');
  await mill.complete();
  const numbers: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const { rowCount } = await pool().query(
      `UPDATE runtime.webhook_pending SET lease_token = gen_random_uuid(), lease_owner = $1,
        leased_at = now(), next_at = now()`,
      [newId()],
    );
    if (rowCount === 0) break;
    numbers.push((await only(webhook)).attemptLog.at(-1)!.number);
    expect(await releaseInterrupted([])).toBe(1);
  }
  expect(numbers).toEqual([1, 2, 3, 4, 5].flatMap((number) => [number, number, number, number]));
  expect(await only(webhook)).toMatchObject({ state: 'failed', attempts: 20 });
});

test('a living process keeps what it is sending, however long the end can’t be recorded', async () => {
  await mill.subscribe('http://127.0.0.1:9/');
  await mill.complete();
  const [mine] = (await claimDeliveries({ most: 1, after: newId(0), retries: true })).deliveries;
  await pool().query(`UPDATE runtime.webhook_pending SET leased_at = now() - interval '10 minutes'`);
  expect(await releaseInterrupted([mine!.token])).toBe(0);
  const other = newId();
  await pool().query(`INSERT INTO runtime.process (id, kind) VALUES ($1, 'worker')`, [other]);
  await pool().query('UPDATE runtime.webhook_pending SET lease_owner = $1', [other]);
  expect(await releaseInterrupted([])).toBe(0);
  await pool().query(
    `UPDATE runtime.process SET heartbeat_at = now() - interval '11 seconds' WHERE id = $1`,
    [other],
  );
  expect(await releaseInterrupted([])).toBe(1);
  await pool().query('DELETE FROM runtime.process WHERE id = $1', [other]);
});

test('whoever has lost the lease changes nothing by recording', async () => {
  const server = await receiver(() => 500);
  const webhook = await mill.subscribe(server.origin);
  await mill.complete();
  const [stale] = (await claimDeliveries({ most: 1, after: newId(0), retries: true })).deliveries;
  await pool().query(`UPDATE runtime.webhook_pending SET leased_at = now() - interval '46 seconds'`);
  expect(await releaseInterrupted([])).toBe(1);
  const [fresh] = (await claimDeliveries({ most: 1, after: newId(0), retries: true })).deliveries;
  const late = await attemptDelivery(stale!, outboundClient());
  expect(await recordAttempt(late!)).toBe(false);
  expect((await only(webhook)).inFlight).toBe(true);
  const ended = await attemptDelivery(fresh!, outboundClient());
  expect(await recordAttempt(ended!)).toBe(true);
  expect((await only(webhook)).attemptLog.map(({ outcome }) => outcome)).toEqual(['interrupted', 'failed']);
});

test('what waits when its subscription is paused is cancelled; resumed, it can be redelivered', async () => {
  const server = await receiver(() => 200);
  const webhook = await mill.subscribe(server.origin);
  await mill.complete();
  await setWebhookActive(mill.writer, { ...webhook, active: false });
  deliverNow();
  await eventually(async () => (await only(webhook)).state === 'cancelled');
  expect(await only(webhook)).toMatchObject({ attempts: 0, attemptLog: [] });
  const address = { ...webhook, deliveryId: (await only(webhook)).id };
  expect(await refusalOf(redeliver(mill.writer, address))).toBe('conflict');
  await setWebhookActive(mill.writer, { ...webhook, active: true });
  expect(await refusalOf(redeliver(mill.reader, address))).toBe('forbidden');
  await redeliver(mill.writer, address);
  expect(await settled(webhook, 1)).toMatchObject({
    state: 'succeeded',
    attemptLog: [{ number: 1, cause: 'manual' }],
  });
  expect(server.received).toHaveLength(1);
});

test('a paused retry keeps the last response, and resuming alone makes no receiver healthy', async () => {
  const server = await receiver(() => 500);
  const webhook = await mill.subscribe(server.origin);
  deliverNow();
  await mill.complete();
  await settled(webhook, 1);
  await setWebhookActive(mill.writer, { ...webhook, active: false });
  await pool().query('UPDATE runtime.webhook_pending SET next_at = now()');
  await eventually(async () => (await only(webhook)).state === 'cancelled');
  expect(await only(webhook)).toMatchObject({ attempts: 1, lastStatus: 500 });
  const { data } = await setWebhookActive(mill.writer, { ...webhook, active: true });
  expect(data.health).toMatchObject({ status: 'failing', failures: 0, failingSince: null, disablesAt: null });
});

test('a redelivery after the end is one POST without retries; an acknowledged one stays so', async () => {
  let status = 200;
  const server = await receiver(() => status);
  const webhook = await mill.subscribe(server.origin);
  deliverNow();
  await mill.complete();
  const { id } = await settled(webhook, 1);
  status = 500;
  await redeliver(mill.writer, { ...webhook, deliveryId: id });
  const delivery = await settled(webhook, 2);
  expect(delivery).toMatchObject({ state: 'succeeded', nextAttemptAt: null, lastStatus: 500 });
  expect(delivery.attemptLog[1]).toMatchObject({
    number: 2,
    cause: 'manual',
    outcome: 'failed',
    retryAt: null,
  });
});

test('attempts by hand are numbered on, also after an interruption, and are not the schedule’s', async () => {
  const server = await receiver(() => 400);
  const webhook = await mill.subscribe(server.origin);
  await mill.complete();
  const claim = (retries: boolean) => claimDeliveries({ most: 1, after: newId(0), retries });
  const send = async () => {
    const [leased] = (await claim(false)).deliveries;
    await recordAttempt((await attemptDelivery(leased!, outboundClient()))!);
  };
  await send();
  const address = { ...webhook, deliveryId: (await only(webhook)).id };
  for (let times = 0; times < 5; times += 1) {
    await redeliver(mill.writer, address);
    await send();
  }
  await redeliver(mill.writer, address);
  expect((await claim(false)).deliveries).toMatchObject([{ number: 7, cause: 'manual' }]);
  await pool().query('UPDATE runtime.webhook_pending SET lease_owner = $1', [newId()]);
  expect(await releaseInterrupted([])).toBe(1);
  await send();
  const { state, attemptLog, nextAttemptAt } = await only(webhook);
  expect([state, nextAttemptAt]).toEqual(['failed', null]);
  expect(attemptLog.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 7]);
  expect(attemptLog.map(({ cause }) => cause)).toEqual(['schedule', ...Array(7).fill('manual')]);
});

test('all that failed since a date is redelivered, and how far that is can be watched', async () => {
  let status = 400;
  const server = await receiver(() => status);
  const webhook = await mill.subscribe(server.origin);
  deliverNow();
  const since = Date.now() - 1_000;
  for (let n = 0; n < 12; n += 1) await mill.complete();
  const { workspaceId, id } = webhook;
  const failed = async () =>
    (await listDeliveries(mill.reader, { workspaceId, id, state: 'failed', limit: 50 })).data;
  await eventually(async () => (await failed()).length === 12);
  status = 200;
  const { data } = await redeliverFailed(mill.writer, { workspaceId, id, since });
  expect(data.total).toBe(12);
  const progress = async () =>
    (await getRedelivery(mill.reader, { workspaceId, id, redeliveryId: data.id })).data;
  await eventually(async () => (await progress()).waiting === 0);
  expect(await progress()).toMatchObject({ total: 12, waiting: 0, succeeded: 12, failed: 0 });
  expect(await failed()).toEqual([]);
  expect((await only(webhook)).attemptLog.map(({ number }) => number)).toEqual([1, 2]);
});

test('what waits for a mended receiver is sent now, once each, also with two workers', async () => {
  let status = 500;
  const server = await receiver(() => status);
  const webhook = await mill.subscribe(server.origin, { includeFinalOutput: true });
  const { workspaceId, id } = webhook;
  for (let n = 0; n < 6; n += 1) await mill.complete();
  deliverNow();
  const waiting = async () => {
    const { rows } = await pool().query<{ n: number }>(
      'SELECT count(*)::int AS n FROM runtime.webhook_pending WHERE attempts = 1 AND lease_token IS NULL',
    );
    return rows[0]!.n;
  };
  await eventually(async () => (await waiting()) === 6);
  await pool().query(`UPDATE runtime.webhook_pending SET next_at = now() + interval '1 hour'`);
  status = 200;
  const address = { workspaceId, id };
  expect(await refusalOf(sendPending(mill.reader, address))).toBe('forbidden');
  const withoutLogs = {
    ...mill.writer,
    kind: 'apiKey' as const,
    scopes: new Set(['webhooks:write'] as const),
  };
  expect(await refusalOf(sendPending(withoutLogs, address))).toBe('forbidden');
  deliverNow();
  expect(await sendPending(mill.writer, address)).toEqual({ data: { count: 6 } });
  const delivered = async () =>
    (await listDeliveries(mill.reader, { ...address, state: 'succeeded', limit: 50 })).data;
  await eventually(async () => (await delivered()).length === 6);
  expect(server.received).toHaveLength(12);
  expect((await only(webhook)).attemptLog.map(({ number, cause }) => [number, cause])).toEqual([
    [1, 'schedule'],
    [2, 'schedule'],
  ]);
  expect(await sendPending(mill.writer, address)).toEqual({ data: { count: 0 } });
  await setWebhookActive(mill.writer, { ...address, active: false });
  expect(await refusalOf(sendPending(mill.writer, address))).toBe('conflict');
});

test('two workers send each delivery once', async () => {
  const seen: string[] = [];
  const server = await receiver(({ headers }) => {
    seen.push(String(headers['service-delivery-id']));
    return 200;
  });
  await mill.subscribe(server.origin);
  for (let n = 0; n < 60; n += 1) await mill.complete();
  deliverNow();
  deliverNow();
  await eventually(() => seen.length >= 60);
  await eventually(async () => (await pool().query('SELECT FROM runtime.webhook_pending')).rowCount === 0);
  expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
});

test('runs are answered while their receiver hangs', async () => {
  const server = await receiver(() => 'hang');
  const workflowId = await workflowThatAnswers(mill);
  const subscribed = NewWebhookSettings.parse({ url: server.origin });
  const { workspaceId } = mill;
  await createWebhook(mill.writer, { workspaceId, workflowId, ...subscribed });
  deliverNow();
  const run = () => runByHand(mill.writer, { workflowId, input: {} });
  await run();
  await eventually(() => server.received.length === 1);
  for (let n = 0; n < 3; n += 1) expect((await run()).status).toBe('success');
  await eventually(() => server.received.length === 4);
  const { rows } = await pool().query('SELECT count(*)::int AS waiting FROM runtime.webhook_pending');
  expect(rows).toEqual([{ waiting: 4 }]);
});

test('an endpoint that hangs takes its own slots only; one that keeps failing takes one', async () => {
  let hung = 0;
  let mostHung = 0;
  const hanging = await startHttpServer((_, response) => {
    hung += 1;
    mostHung = Math.max(mostHung, hung);
    response.on('close', () => {
      hung -= 1;
    });
  });
  const healthy = await receiver(() => 200);
  let open = 0;
  let most = 0;
  const failing = await startHttpServer((_, response) => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= 1;
      response.writeHead(500).end();
    });
  });
  servers.push(hanging, failing);
  const [stuck, fine, broken] = [
    await mill.subscribe(hanging.origin),
    await mill.subscribe(healthy.origin),
    await mill.subscribe(failing.origin),
  ];
  await pool().query('INSERT INTO runtime.webhook_health (subscription_id, failures) VALUES ($1, 3)', [
    broken.id,
  ]);
  for (let n = 0; n < 100; n += 1) await mill.complete();
  deliverNow();
  await eventually(() => healthy.received.length === 100 && failing.received.length >= 100);
  expect(mostHung).toBeLessThanOrEqual(8);
  expect(most).toBe(1);
  // An answer is recorded after it has come.
  const read = async (webhook: Webhook) => (await getWebhook(mill.reader, webhook)).data;
  // Retries fall due after five seconds, so on a slow machine there may be more than the first attempts.
  await eventually(
    async () =>
      (await read(fine)).pending === 0 &&
      (await read(broken)).health.failures === 3 + failing.received.length,
  );
  expect((await read(broken)).health).toMatchObject({ status: 'failing' });
  expect((await getWebhook(mill.reader, stuck)).data.pending).toBe(100);
});

test('three days without success switch a subscription off, a successful test switches it on', async () => {
  let status = 500;
  const server = await receiver(() => status);
  const webhook = await mill.subscribe(server.origin);
  deliverNow();
  const failSince = (days: number) =>
    pool().query(
      `INSERT INTO runtime.webhook_health (subscription_id, failures, failing_since)
        VALUES ($1, 9, now() - make_interval(days => $2))
       ON CONFLICT (subscription_id) DO UPDATE SET failing_since = excluded.failing_since, failures = 9`,
      [webhook.id, days],
    );
  await failSince(2);
  await mill.complete();
  await settled(webhook, 1);
  const warned = (await getWebhook(mill.reader, webhook)).data;
  expect(warned).toMatchObject({ state: 'active', health: { status: 'failing' } });
  expect(Date.parse(warned.health.disablesAt!) - Date.now()).toBeLessThan(86_400_000);
  await failSince(4);
  await mill.complete();
  await eventually(async () => (await getWebhook(mill.reader, webhook)).data.state === 'disabled');
  const disabled = { action: 'webhook.disabled', target: webhook.id };
  expect(await prisma().auditEvent.findMany({ where: disabled })).toMatchObject([
    { actor: 'system', userId: null, workspaceId: mill.workspaceId },
  ]);
  const failed = (await sendTest(mill.writer, webhook)).data;
  expect(failed).toMatchObject({
    kind: 'test',
    state: 'failed',
    attemptLog: [{ cause: 'test', status: 500 }],
  });
  expect((await getWebhook(mill.reader, webhook)).data.state).toBe('disabled');
  status = 200;
  expect((await sendTest(mill.writer, webhook)).data.state).toBe('succeeded');
  expect((await getWebhook(mill.reader, webhook)).data).toMatchObject({ state: 'active', disabledAt: null });
  expect(await refusalOf(sendTest(mill.reader, webhook))).toBe('forbidden');
});

test('without the key to its secret nothing is sent; a secret set later signs the next attempt', async () => {
  const server = await receiver(() => 200);
  const webhook = await mill.subscribe(server.origin, { secret: { value: SECRET } });
  const damaged = 'UPDATE webhook_subscription SET secret = substring(secret from 2) WHERE id = $1';
  await pool().query(damaged, [webhook.id]);
  deliverNow();
  await mill.complete();
  const failed = await settled(webhook, 1);
  expect(failed.attemptLog).toMatchObject([{ outcome: 'failed', code: 'SECRET_UNREADABLE', status: null }]);
  expect(server.received).toHaveLength(0);
  await setWebhookSecret(mill.writer, { ...webhook, secret: { generate: true }, overlapSeconds: 0 });
  await redeliver(mill.writer, { ...webhook, deliveryId: failed.id });
  expect((await settled(webhook, 2)).state).toBe('succeeded');
});

test('both secrets sign while a rotation overlaps, and one afterwards', async () => {
  const server = await receiver(() => 200);
  const webhook = await mill.subscribe(server.origin, { secret: { value: SECRET } });
  const secret = { value: 'an0ther-s3cret-of-ours' };
  await setWebhookSecret(mill.writer, { ...webhook, secret, overlapSeconds: 60 });
  await sendTest(mill.writer, webhook);
  await pool().query('UPDATE webhook_subscription SET overlap_until = now() WHERE id = $1', [webhook.id]);
  await sendTest(mill.writer, webhook);
  const [both, one] = server.received.map(({ headers, body }) => {
    const t = headers['service-timestamp'];
    const by = (key: string) => createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
    return { header: headers['service-signature'], t, now: by(secret.value), before: by(SECRET) };
  });
  expect(both!.header).toBe(`t=${both!.t},v1=${both!.now},v1=${both!.before}`);
  expect(one!.header).toBe(`t=${one!.t},v1=${one!.now}`);
});

test('a receiver is checked with a good, a tampered and a stale delivery, with advice', async () => {
  const careful = await receiver(({ headers, body }) => {
    const t = Number(headers['service-timestamp']);
    const signature = createHmac('sha256', SECRET).update(`${t}.${body}`).digest('hex');
    return headers['service-signature'] === `t=${t},v1=${signature}` && Date.now() - t < 300_000 ? 200 : 401;
  });
  const careless = await receiver(() => 200);
  const secret = { value: SECRET };
  const good = await verifyReceiver(mill.writer, await mill.subscribe(careful.origin, { secret }));
  expect(good.data).toMatchObject({
    passed: true,
    checks: [{ kind: 'good' }, { kind: 'tampered' }, { kind: 'stale' }],
  });
  const webhook = await mill.subscribe(careless.origin, { secret });
  const bad = await verifyReceiver(mill.writer, webhook);
  expect(bad.data.checks.map(({ passed }) => passed)).toEqual([true, false, false]);
  expect(bad.data.summary).toContain('accepts everything');
  expect(bad.data.checks[1]!.verdict).toContain(
    'should be refused with 401: the receiver acknowledged it with 200',
  );
  const unsigned = await mill.subscribe(careful.origin);
  expect(await refusalOf(verifyReceiver(mill.writer, unsigned))).toBe('conflict');
});

test('what verifying found stays with the subscription, until URL or secret are others', async () => {
  let answer = () => 200;
  const server = await receiver(() => answer());
  const webhook = await mill.subscribe(server.origin, { secret: { value: SECRET } });
  const found = async () => (await getWebhook(mill.reader, webhook)).data.verification;
  expect(webhook.verification).toBeNull();
  await verifyReceiver(mill.writer, webhook);
  expect(await found()).toMatchObject({ problem: expect.stringContaining('accepts everything') });
  // Deliveries that get through say nothing of what else would.
  await sendTest(mill.writer, webhook);
  expect(await found()).not.toBeNull();
  answer = () => 401;
  await verifyReceiver(mill.writer, webhook);
  expect(await found()).toMatchObject({ problem: expect.stringContaining('not accept correct deliveries') });

  await setWebhookSecret(mill.writer, { ...webhook, secret: { value: `${SECRET}-next` }, overlapSeconds: 0 });
  expect(await found()).toBeNull();
  await verifyReceiver(mill.writer, webhook);
  expect(await found()).not.toBeNull();
  const { workspaceId, id, version } = (await getWebhook(mill.writer, webhook)).data;
  const settings = NewWebhookSettings.parse({ url: webhook.url, extendedRetries: true });
  const same = await updateWebhook(mill.writer, { workspaceId, id, version, ...settings });
  expect(same.data.verification).not.toBeNull();
  const moved = { ...settings, version: same.data.version, url: `${server.origin}/elsewhere` };
  const { data } = await updateWebhook(mill.writer, { workspaceId, id, ...moved });
  expect(data.verification).toBeNull();
});

test('what was found of a secret that changed meanwhile is not kept', async () => {
  const secret = { value: `${SECRET}-next` };
  const replace = () => setWebhookSecret(mill.writer, { ...webhook, secret, overlapSeconds: 0 });
  const server = await startHttpServer((_request, response, index) => {
    const before = index === 0 ? replace() : Promise.resolve();
    void before.then(() => response.writeHead(200).end());
  });
  servers.push(server);
  const webhook = await mill.subscribe(server.origin, { secret: { value: SECRET } });
  await verifyReceiver(mill.writer, webhook);
  expect((await getWebhook(mill.reader, webhook)).data.verification).toBeNull();
});
