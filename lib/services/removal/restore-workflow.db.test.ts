import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pool, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { getWorkflowHold } from '../holds/get-hold';
import { createWebhook } from '../outgoing-webhooks/create-webhook';
import { listWebhooks } from '../outgoing-webhooks/list-webhooks';
import { NewWebhookSettings } from '../outgoing-webhooks/schema';
import {
  closeAfterDeliveries,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from '../outgoing-webhooks/testing/subscribed-workspace';
import { savePin } from '../pins/pins';
import { runnableVersions } from '../runs/compiled/runnable-workflow';
import { listSchedules } from '../schedules/list-schedules';
import { scheduledWorkflow } from '../schedules/testing/scheduled-workflow';
import { updateSchedule } from '../schedules/update-schedule';
import { listVersions } from '../versions/list-versions';
import { getWorkflow } from '../workflows/get-workflow';
import { listWorkflows } from '../workflows/list-workflows';
import { deleteWorkflow } from './delete-workflow';
import { listDeletedWorkflows } from './list-deleted';
import { purgeOldWorkflows, purgeWorkflow } from './purge-workflow';
import { restoreWorkflow } from './restore-workflow';

const HERE = 'http://127.0.0.1:9/hook';
const hourly = { kind: 'every', every: 1, unit: 'hours' };

let mill: SubscribedWorkspace;

beforeAll(openForDeliveries);
beforeEach(async () => {
  mill = await mintSubscribedWorkspace();
});
afterAll(closeAfterDeliveries);

const deleted = async () => (await listDeletedWorkflows(mill.reader, { workspaceId: mill.workspaceId })).data;
const age = (id: string) =>
  pool().query(`UPDATE workflow SET deleted_at = deleted_at - interval '31 days' WHERE id = $1`, [id]);

test('a deleted workflow is restored as it was, and on hold', async () => {
  const { workspaceId, writer, reader } = mill;
  const id = await scheduledWorkflow(mill, { hourly, paused: hourly });
  await updateSchedule(writer, { id, blockId: 'paused', paused: true });
  const token = randomBytes(16).toString('base64url');
  await prisma().hook.create({ data: { token, workflowId: id, blockId: 'hook' } });
  await savePin(writer, { id, blockId: 'hourly', output: { n: 1 }, source: 'typed' });
  const settings = NewWebhookSettings.parse({ url: HERE });
  const subscription = (await createWebhook(writer, { workspaceId, workflowId: id, ...settings })).data;
  const before = (await getWorkflow(writer, { id })).data;

  await deleteWorkflow(writer, { id });
  expect(await runnableVersions(id)).toBeNull();
  expect((await listWebhooks(writer, { workspaceId })).data).toEqual([]);
  expect(await deleted()).toEqual([
    {
      id,
      workspaceId,
      name: 'Scheduled',
      deletedAt: expect.any(String),
      restorableUntil: expect.any(String),
      deletedBy: { id: writer.userId, name: 'writer' },
      liveVersion: 1,
      subscriptions: 1,
    },
  ]);
  const [listed] = await deleted();
  expect(Date.parse(listed!.restorableUntil) - Date.parse(listed!.deletedAt)).toBe(30 * 86_400_000);

  const restored = (await restoreWorkflow(writer, { id })).data;
  expect(restored).toMatchObject({ id, name: 'Scheduled', liveVersion: 1 });
  expect(await deleted()).toEqual([]);
  const after = (await getWorkflow(writer, { id })).data;
  expect(after).toEqual(before);
  expect((await listWorkflows(reader, { workspaceId })).data.map((one) => one.id)).toContain(id);
  expect((await listVersions(reader, { id, limit: 10 })).data).toMatchObject([{ number: 1, live: true }]);
  const schedules = (await listSchedules(reader, { id })).data;
  expect(schedules.map(({ blockId, paused, nextAt }) => [blockId, paused, nextAt.length > 0])).toEqual([
    ['hourly', false, true],
    ['paused', true, false],
  ]);
  expect(await prisma().hook.count({ where: { token, workflowId: id } })).toBe(1);
  expect(await prisma().blockPin.count({ where: { workflowId: id } })).toBe(1);
  expect((await listWebhooks(writer, { workspaceId })).data).toMatchObject([
    { id: subscription.id, active: true, url: HERE },
  ]);
  expect((await getWorkflowHold(reader, { id })).data).toMatchObject({
    workflowId: id,
    heldBy: { id: writer.userId },
    reason: expect.stringMatching(/^Restored/),
  });
  const events = await prisma().auditEvent.findMany({ where: { target: id, action: 'workflow.restored' } });
  expect(events.map(({ userId, detail }) => [userId, detail])).toEqual([
    [writer.userId, { version: 1, subscriptions: 1 }],
  ]);
});

test('what ends while it is deleted is delivered to nobody; once restored it is again', async () => {
  const { exampleId: id, writer } = mill;
  await mill.subscribe(HERE);
  await deleteWorkflow(writer, { id });
  const deliveries = async () =>
    (await pool().query('SELECT FROM runtime.webhook_delivery WHERE workflow_id = $1', [id])).rowCount;
  await mill.complete();
  expect(await deliveries()).toBe(0);
  await restoreWorkflow(writer, { id });
  await mill.complete();
  expect(await deliveries()).toBe(1);
});

test('of several who restore it at once one does', async () => {
  const { exampleId: id, writer } = mill;
  await deleteWorkflow(writer, { id });
  const outcomes = await Promise.all([1, 2, 3].map(() => refusalOf(restoreWorkflow(writer, { id }))));
  expect(outcomes.toSorted()).toEqual(['done', 'not_found', 'not_found']);
});

test('who may see, restore and purge', async () => {
  const { exampleId: id, workspaceId } = mill;
  await expectOutcomes(mill, (actor) => listDeletedWorkflows(actor, { workspaceId }), {
    stranger: 'forbidden',
    reader: 'done',
  });
  expect(await refusalOf(restoreWorkflow(mill.writer, { id }))).toBe('not_found');
  await deleteWorkflow(mill.writer, { id });
  await expectOutcomes(mill, (actor) => purgeWorkflow(actor, { id }), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'forbidden',
  });
  await expectOutcomes(mill, (actor) => restoreWorkflow(actor, { id }), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
  });
  await deleteWorkflow(mill.writer, { id });
  expect(await refusalOf(purgeWorkflow(mill.admin, { id }))).toBe('done');
  expect(await refusalOf(restoreWorkflow(mill.writer, { id }))).toBe('not_found');
  expect(await deleted()).toEqual([]);
});

test('after 30 days it is purged: its name stays, for its logs, and nothing else', async () => {
  const { workspaceId, writer } = mill;
  const [old, recent] = [
    await scheduledWorkflow(mill, { hourly }),
    await scheduledWorkflow(mill, { hourly }),
  ];
  await createWebhook(writer, {
    workspaceId,
    workflowId: old,
    ...NewWebhookSettings.parse({ url: HERE }),
  });
  for (const id of [old, recent]) await deleteWorkflow(writer, { id });
  await age(old);
  expect(await refusalOf(restoreWorkflow(writer, { id: old }))).toBe('not_found');
  expect((await deleted()).map(({ id }) => id)).toEqual([recent]);

  await Promise.all([1, 2].map(() => purgeOldWorkflows(new AbortController().signal)));
  const rows = await prisma().workflow.findMany({
    where: { id: { in: [old, recent] } },
    orderBy: { id: 'asc' },
  });
  expect(rows.map(({ id, name, purgedAt }) => [id, name, purgedAt !== null])).toEqual([
    [old, 'Scheduled', true],
    [recent, 'Scheduled', false],
  ]);
  expect(rows[0]?.document).toMatchObject({ blocks: {}, edges: [] });
  const versions = (workflowId: string) => prisma().workflowVersion.count({ where: { workflowId } });
  expect([await versions(old), await versions(recent)]).toEqual([0, 1]);
  expect(await prisma().webhookSubscription.count({ where: { workflowId: old } })).toBe(0);
  expect(await refusalOf(restoreWorkflow(writer, { id: recent }))).toBe('done');
});
