import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool } from '../../platform/postgres/db';
import { changeErrorGroup } from '../error-groups/change-group';
import {
  type FailingWorkspace,
  groupOfLog,
  mintFailingWorkspace,
} from '../error-groups/testing/failing-workspace';
import { closeAfterDeliveries, openForDeliveries } from '../outgoing-webhooks/testing/subscribed-workspace';
import type { AlertBody } from './alert-text';
import { createAlert, updateAlert } from './change-alerts';
import { checkAlerts } from './check-alerts';
import { AlertSettings } from './schema';
import { sendAlerts } from './send-alerts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

let mill: FailingWorkspace;
let receiver: LoopbackHttpServer;

beforeAll(async () => {
  receiver = await startHttpServer((_, response) => response.writeHead(200).end());
  await openForDeliveries();
});
beforeEach(async () => {
  await pool().query('DELETE FROM alert_rule');
  receiver.received.length = 0;
  mill = await mintFailingWorkspace();
});
afterAll(async () => {
  await outboundClient().close();
  await receiver.close();
  await closeAfterDeliveries();
});

const settings = (condition: object = {}, change: object = {}): AlertSettings =>
  AlertSettings.parse({
    name: 'Errors',
    condition: { kind: 'error-groups', ...condition },
    windowMinutes: 10,
    destination: { kind: 'webhook', url: `${receiver.origin}/hook` },
    ...change,
  });
const create = async (condition: object = {}, change: object = {}) => {
  const made = { workspaceId: mill.workspaceId, ...settings(condition, change) };
  return (await createAlert(mill.writer, made)).data.id;
};
const signal = new AbortController().signal;

/** Groups what has failed, then checks and sends as two processes do, as if windows were over. */
async function look(): Promise<void> {
  await mill.group();
  await pool().query("UPDATE alert_rule SET next_check_at = now() - interval '1 second'");
  await Promise.all([checkAlerts(signal), checkAlerts(signal)]);
  await Promise.all([sendAlerts(signal), sendAlerts(signal)]);
}
const bodies = (): AlertBody[] => receiver.received.map(({ body }) => JSON.parse(body));
const summaries = () => bodies().map(({ summary }) => summary);

test('a rule is notified once of each new error, from its first check on', async () => {
  await mill.fail({ code: 'BEFORE' });
  await mill.group();
  await create();
  await look();
  expect(summaries()).toEqual([]);

  const logId = await mill.fail({ code: 'A' });
  await mill.fail({ code: 'B' });
  await mill.fail({ code: 'BEFORE' });
  await look();
  await look();
  expect(summaries()).toEqual(['2 new errors.']);
  const [body] = bodies();
  const id = await groupOfLog(logId);
  expect(body).toMatchObject({ type: 'alert.fired', value: 2 });
  expect(body?.url).toMatch(new RegExp(`/w/${mill.workspaceId}/errors$`));
  expect(body?.errors?.[0]).toEqual({
    id,
    kind: 'new',
    workflowId: mill.exampleId,
    code: 'A',
    url: expect.stringMatching(new RegExp(`/w/${mill.workspaceId}/errors\\?error=${id}$`)),
  });
  expect(JSON.stringify(body)).not.toContain('was not found');
});

test('what comes within its window is in the next notification', async () => {
  await create();
  await look();
  await mill.fail({ code: 'A' });
  await look();
  const { rows } = await pool().query<{ minutes: number }>(
    `SELECT extract(epoch FROM next_check_at - now())::float8 / 60 AS minutes FROM alert_rule`,
  );
  expect(rows[0]?.minutes).toBeGreaterThan(9);
  await mill.fail({ code: 'B' });
  await mill.fail({ code: 'C' });
  await look();
  expect(summaries()).toEqual(['1 new error.', '2 new errors.']);
});

test('a rule is about new or reopened errors, of all workflows or of some', async () => {
  const logId = await mill.fail({ code: 'A' });
  await mill.group();
  await create({ on: 'reopened' }, { name: 'Reopened' });
  await create({ on: 'new' }, { name: 'New' });
  await create({}, { name: 'Any' });
  await look();
  const id = await groupOfLog(logId);
  await changeErrorGroup(mill.writer, { id, state: 'resolved' });
  await mill.fail({ code: 'A', startedAtMs: Date.now() + HOUR_MS });
  await mill.fail({ code: 'B' });
  await look();
  expect(
    bodies()
      .map(({ rule, summary }) => [rule.name, summary])
      .sort(),
  ).toEqual([
    ['Any', '1 new error and 1 reopened error.'],
    ['New', '1 new error.'],
    ['Reopened', '1 reopened error.'],
  ]);
});

test('failures of long ago, which an update adds, notify nobody', async () => {
  await create();
  await look();
  const startedAtMs = Date.now() - 3 * DAY_MS;
  await pool().query('SELECT runtime.ensure_partitions(to_timestamp($1::float8 / 1000), 1)', [startedAtMs]);
  await mill.fail({ startedAtMs });
  await look();
  expect(summaries()).toEqual([]);
});

test('a rule that was switched off begins again where it is switched on', async () => {
  const id = await create();
  await look();
  await updateAlert(mill.writer, { id, ...settings({}, { enabled: false }) });
  await mill.fail({ code: 'A' });
  await look();
  await updateAlert(mill.writer, { id, ...settings() });
  await look();
  await mill.fail({ code: 'B' });
  await look();
  expect(bodies().map(({ errors }) => errors?.map(({ code }) => code))).toEqual([['B']]);
});
