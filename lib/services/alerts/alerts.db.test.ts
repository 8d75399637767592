import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { sign } from '../outgoing-webhooks/signature';
import {
  closeAfterDeliveries,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from '../outgoing-webhooks/testing/subscribed-workspace';
import type { AlertBody } from './alert-text';
import { createAlert, deleteAlert, updateAlert } from './change-alerts';
import { checkAlerts } from './check-alerts';
import { listAlertEvents, listAlerts } from './read-alerts';
import { AlertSettings } from './schema';
import { forgetAlertEvents, sendAlerts } from './send-alerts';
import { testAlert } from './test-alert';

let mill: SubscribedWorkspace;
let receiver: LoopbackHttpServer;
let status = 200;

beforeAll(async () => {
  receiver = await startHttpServer((_, response) => response.writeHead(status).end());
  await openForDeliveries();
});
beforeEach(async () => {
  await pool().query('DELETE FROM alert_rule');
  receiver.received.length = 0;
  status = 200;
  mill = await mintSubscribedWorkspace();
});
afterAll(async () => {
  await outboundClient().close();
  await receiver.close();
  await closeAfterDeliveries();
});

const FAILURES = { kind: 'failures', count: 2 };
const settings = (change: object = {}): AlertSettings =>
  AlertSettings.parse({
    name: 'Orders fail',
    condition: FAILURES,
    windowMinutes: 10,
    destination: { kind: 'webhook', url: `${receiver.origin}/hook?token=topsecret` },
    ...change,
  });
const create = async (change: object = {}) =>
  createAlert(mill.writer, { workspaceId: mill.workspaceId, ...settings(change) });
const fail = (change: object = {}) => mill.complete({ level: 'error', ...change });
const signal = new AbortController().signal;
/** Checks and sends as the jobs of two processes do concurrently; every rule is due. */
async function look(): Promise<void> {
  await pool().query("UPDATE alert_rule SET next_check_at = now() - interval '1 second'");
  await Promise.all([checkAlerts(signal), checkAlerts(signal)]);
  await Promise.all([sendAlerts(signal), sendAlerts(signal)]);
}
const bodies = (): AlertBody[] => receiver.received.map(({ body }) => JSON.parse(body));
const types = () => bodies().map(({ type }) => type);
const events = async (id: string) => (await listAlertEvents(mill.reader, { id })).data;

describe('a rule', () => {
  test('notifies once when its condition begins to hold, and once when it no longer does', async () => {
    const { data: rule, secret } = await create();
    await fail();
    await look();
    expect(types()).toEqual([]);
    await fail();
    await look();
    await look();
    expect(types()).toEqual(['alert.fired']);
    const [request] = receiver.received;
    const [body] = bodies();
    expect(body).toMatchObject({ workspaceId: mill.workspaceId, value: 2, rule: { id: rule.id } });
    expect(body?.summary).toBe('At least 2 executions failed within 10 minutes.');
    expect(body?.url).toMatch(new RegExp(`/w/${mill.workspaceId}/logs\\?startDate=.*&statuses=error$`));
    const sentAtMs = Number(request?.headers['service-timestamp']);
    const signature = `t=${sentAtMs},v1=${sign(sentAtMs, request!.body, secret!)}`;
    expect(request?.headers).toMatchObject({ 'service-signature': signature, 'idempotency-key': body?.id });

    await pool().query(
      `UPDATE runtime.log SET started_at = started_at - interval '1 hour',
         ended_at = ended_at - interval '1 hour' WHERE workspace_id = $1`,
      [mill.workspaceId],
    );
    await look();
    await look();
    expect(types()).toEqual(['alert.fired', 'alert.recovered']);
    expect((await events(rule.id)).map(({ kind, state }) => [kind, state])).toEqual([
      ['recovered', 'sent'],
      ['fired', 'sent'],
    ]);
  });

  test('a run that somebody stopped has not failed', async () => {
    await create({ condition: { kind: 'failures', count: 1 } });
    await fail({ ending: 'cancelled' });
    await look();
    expect(types()).toEqual([]);
    await fail();
    await look();
    expect(types()).toEqual(['alert.fired']);
  });

  test('counts what began before its window and failed in it, but no run by hand', async () => {
    await create({ condition: { kind: 'failures', count: 1 }, workflowIds: [mill.exampleId] });
    await mill.complete({ level: 'error' }, 'manual');
    const now = Date.now();
    await fail({ startedAtMs: now - 20 * 60_000, endedAtMs: now - 15 * 60_000 });
    await look();
    expect(types()).toEqual([]);
    await fail({ startedAtMs: now - 20 * 60_000, endedAtMs: now });
    await look();
    expect(types()).toEqual(['alert.fired']);
  });

  test('fires for executions that take long, and for what they cost together', async () => {
    const now = Date.now();
    await create({ name: 'Slow', condition: { kind: 'slower-than', ms: 900, count: 1 } });
    await create({ name: 'Dear', condition: { kind: 'dearer-than', usd: 0.5 } });
    await mill.complete({ startedAtMs: now - 900, endedAtMs: now, costTotal: 0.5 });
    await look();
    expect(types()).toEqual([]);
    await mill.complete({ startedAtMs: now - 901, endedAtMs: now, costTotal: 0.01 });
    await look();
    expect(
      bodies()
        .map(({ summary }) => summary)
        .sort(),
    ).toEqual([
      'At least 1 execution took longer than 900 ms within 10 minutes.',
      'Executions cost more than $0.5 within 10 minutes.',
    ]);
  });

  test('that is switched off says nothing, and begins anew when it is switched on', async () => {
    const { data: rule } = await create({ condition: { kind: 'failures', count: 1 } });
    const change = (enabled: boolean) =>
      updateAlert(mill.writer, {
        id: rule.id,
        ...settings({ enabled, condition: { kind: 'failures', count: 1 } }),
      });
    await change(false);
    await fail();
    await look();
    expect(types()).toEqual([]);
    await change(true);
    await look();
    expect(types()).toEqual(['alert.fired']);
    const { data } = await listAlerts(mill.reader, { workspaceId: mill.workspaceId });
    expect(data).toMatchObject([{ firingSince: expect.any(String), lastProblem: null }]);
  });

  test('that a process was looking at when it died is looked at by another, once', async () => {
    await create({ condition: { kind: 'failures', count: 1 } });
    await fail();
    const client = await pool().connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM alert_rule FOR UPDATE');
      await checkAlerts(signal);
      await sendAlerts(signal);
      expect(types()).toEqual([]);
    } finally {
      client.release(true);
    }
    const sent = async () => {
      await look();
      return types();
    };
    await expect.poll(sent).toEqual(['alert.fired']);
  });

  test('that can’t be measured holds up no other', async () => {
    const { data: broken } = await create({ name: 'Broken' });
    await create({ name: 'Sound', condition: { kind: 'failures', count: 1 } });
    // A count that fails in the database simulates one that takes too long there.
    await pool().query(
      `UPDATE alert_rule SET condition = '{"kind": "failures", "count": -1}' WHERE id = $1`,
      [broken.id],
    );
    await fail();
    await look();
    await look();
    expect(bodies().map(({ rule }) => rule.name)).toEqual(['Sound']);
  });
});

describe('a notification', () => {
  test('is tried again with the same body while the receiver fails, and its history says why', async () => {
    const { data: rule } = await create({ condition: { kind: 'failures', count: 1 } });
    await fail();
    status = 503;
    await look();
    expect(await events(rule.id)).toMatchObject([
      { state: 'pending', attempts: 1, problem: 'The receiver returned 503.' },
    ]);
    status = 200;
    await pool().query('UPDATE runtime.alert_event SET next_attempt_at = now()');
    await look();
    expect(await events(rule.id)).toMatchObject([{ state: 'sent', attempts: 2, problem: null }]);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  test('ends after five attempts, or at once where no other could succeed', async () => {
    const { data: rule } = await create({ condition: { kind: 'failures', count: 1 } });
    await fail();
    status = 500;
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await pool().query('UPDATE runtime.alert_event SET next_attempt_at = now()');
      await look();
    }
    expect(await events(rule.id)).toMatchObject([{ state: 'failed', attempts: 5 }]);
    status = 410;
    expect(await testAlert(mill.writer, { id: rule.id })).toMatchObject({
      data: { kind: 'test', state: 'failed', attempts: 1, problem: expect.stringContaining('410') },
    });
  });

  test('is deleted with its rule, and after 30 days', async () => {
    const { data: rule } = await create();
    await testAlert(mill.writer, { id: rule.id });
    await pool().query(`UPDATE runtime.alert_event SET at = now() - interval '31 days'`);
    await forgetAlertEvents();
    expect(await events(rule.id)).toEqual([]);
    await testAlert(mill.writer, { id: rule.id });
    await deleteAlert(mill.writer, { id: rule.id });
    expect((await pool().query('SELECT FROM runtime.alert_event')).rowCount).toBe(0);
  });
});

describe('who may', () => {
  test('readers see rules, but not what opens the webhook; writers change them', async () => {
    const { data: rule } = await create();
    expect(JSON.stringify(rule)).not.toContain('topsecret');
    const { workspaceId } = mill;
    const of = { id: rule.id };
    const { destination } = rule;
    // Sending the masked URL leaves the stored URL unchanged.
    const saved = await updateAlert(mill.writer, { ...of, ...settings({ destination }) });
    expect(saved.secret).toBeNull();
    await testAlert(mill.writer, of);
    expect(receiver.received[0]?.url).toBe('/hook?token=topsecret');
    await expectOutcomes(mill, (actor) => listAlerts(actor, { workspaceId }), {
      stranger: 'forbidden',
      reader: 'done',
    });
    await expectOutcomes(mill, (actor) => createAlert(actor, { workspaceId, ...settings() }), {
      stranger: 'forbidden',
      reader: 'forbidden',
      writer: 'done',
    });
    await expectOutcomes(mill, (actor) => listAlertEvents(actor, of), {
      stranger: 'not_found',
      reader: 'done',
    });
    for (const act of [
      (actor: typeof mill.writer) => updateAlert(actor, { ...of, ...settings() }),
      (actor: typeof mill.writer) => testAlert(actor, of),
      (actor: typeof mill.writer) => deleteAlert(actor, of),
    ])
      await expectOutcomes(mill, act, { stranger: 'not_found', reader: 'forbidden', writer: 'done' });
  });

  test('an address that may not be called, a foreign workflow and the 51st rule are refused', async () => {
    const metadata = { kind: 'webhook', url: 'http://169.254.169.254/latest' };
    expect(await refusalOf(create({ destination: metadata }))).toBe('invalid_request');
    const elsewhere = await mintSubscribedWorkspace();
    expect(await refusalOf(create({ workflowIds: [elsewhere.exampleId] }))).toBe('invalid_request');
    expect(await refusalOf(create({ workflowIds: ['x\u0000'] }))).toBe('invalid_request');
    const { data: rule } = await create();
    const row = await prisma().alertRule.findUniqueOrThrow({ where: { id: rule.id } });
    await pool().query(
      `INSERT INTO alert_rule (id, workspace_id, name, condition, window_minutes, workflow_ids, emails)
       SELECT gen_random_uuid(), $1, 'more', $2, 10, '{}', '{}' FROM generate_series(1, 49)`,
      [mill.workspaceId, row.condition],
    );
    expect(await refusalOf(create())).toBe('quota_exceeded');
  });

  test('a name of several lines, or of nothing, is refused', () => {
    for (const name of ['Orders\r\nBcc: x@example.com', 'a\u0000', '  '])
      expect(AlertSettings.safeParse({ ...settings(), name }).success).toBe(false);
  });

  test('tests are limited to five a minute', async () => {
    const { data: rule } = await create();
    const of = { id: rule.id };
    const outcomes: string[] = [];
    const startedAt = performance.now();
    while (!outcomes.includes('rate_limited')) outcomes.push(await refusalOf(testAlert(mill.writer, of)));
    // One more is allowed every twelve seconds.
    const later = Math.floor((performance.now() - startedAt) / 12_000);
    const sent = outcomes.filter((outcome) => outcome === 'done').length;
    expect(outcomes.length - sent).toBe(1);
    expect(sent).toBeGreaterThanOrEqual(5);
    expect(sent).toBeLessThanOrEqual(5 + later);
    expect(receiver.received).toHaveLength(sent);
  });
});
