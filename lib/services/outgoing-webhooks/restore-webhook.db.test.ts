import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pool, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { deleteWorkflow } from '../removal/delete-workflow';
import { listDeletedWorkflows } from '../removal/list-deleted';
import { restoreWorkflow } from '../removal/restore-workflow';
import { createWebhook } from './create-webhook';
import { deleteWebhook } from './delete-webhook';
import { getWebhook } from './get-webhook';
import { listDeletedWebhooks } from './list-deleted-webhooks';
import { listExecutionDeliveries } from './list-execution-deliveries';
import { listWebhooks } from './list-webhooks';
import { purgeOldWebhooks, purgeWebhook } from './purge-webhook';
import { restoreWebhook } from './restore-webhook';
import { NewWebhookSettings } from './schema';
import { setWebhookActive } from './set-webhook-active';
import {
  closeAfterDeliveries,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';

const HERE = 'http://127.0.0.1:9/hook';

let mill: SubscribedWorkspace;

beforeAll(openForDeliveries);
beforeEach(async () => {
  mill = await mintSubscribedWorkspace();
});
afterAll(closeAfterDeliveries);

const addressOf = (id: string) => ({ workspaceId: mill.workspaceId, id });
const remove = (id: string) => deleteWebhook(mill.writer, addressOf(id));
const restore = (id: string) => restoreWebhook(mill.writer, { id });
const listed = async () => (await listWebhooks(mill.writer, mill)).data.map(({ id }) => id);
const deleted = async () => (await listDeletedWebhooks(mill.reader, { workspaceId: mill.workspaceId })).data;
const storedSecret = async (id: string) =>
  (await prisma().webhookSubscription.findUniqueOrThrow({ where: { id } })).secret;

test('a deleted subscription is restored with its secret and settings, paused', async () => {
  const made = await mill.subscribe(HERE, {
    secret: { value: 'a secret of the receiver' },
    headers: [{ name: 'X-Key', value: 'k' }],
    strictOrder: true,
  });
  const secret = await storedSecret(made.id);
  await remove(made.id);
  expect(await listed()).toEqual([]);
  expect(await refusalOf(getWebhook(mill.writer, addressOf(made.id)))).toBe('not_found');
  expect(await refusalOf(remove(made.id))).toBe('not_found');
  expect(await deleted()).toEqual([
    {
      id: made.id,
      workspaceId: mill.workspaceId,
      name: '',
      url: HERE,
      workflowId: mill.exampleId,
      workflowName: expect.any(String),
      signed: true,
      deletedAt: expect.any(String),
      restorableUntil: expect.any(String),
      deletedBy: { id: mill.writer.userId, name: 'writer' },
    },
  ]);
  const { data } = await restore(made.id);
  expect(data).toMatchObject({ id: made.id, url: HERE, active: false, state: 'paused', strictOrder: true });
  expect(data.secret).toEqual(made.secret);
  expect(await storedSecret(made.id)).toEqual(secret);
  expect(await deleted()).toEqual([]);
  expect(await listed()).toEqual([made.id]);
});

test('what was cancelled stays so; runs are delivered again once it is resumed', async () => {
  const { id } = await mill.subscribe(HERE, { strictOrder: true });
  const before = await mill.complete();
  await remove(id);
  const between = await mill.complete();
  await restore(id);
  const paused = await mill.complete();
  await setWebhookActive(mill.writer, { ...addressOf(id), active: true });
  const after = await mill.complete();
  const statesOf = async (executionId: string) =>
    (await listExecutionDeliveries(mill.reader, { workspaceId: mill.workspaceId, executionId })).data.map(
      ({ state }) => state,
    );
  expect(await statesOf(before)).toEqual(['cancelled']);
  expect(await statesOf(between)).toEqual([]);
  expect(await statesOf(paused)).toEqual([]);
  expect(await statesOf(after)).toEqual(['pending']);
  const { rowCount } = await pool().query('SELECT FROM runtime.webhook_turn WHERE subscription_id = $1', [
    id,
  ]);
  expect(rowCount).toBe(1);
});

test('one that was deleted before its workflow is not restored with it, but after it', async () => {
  const [alone, withIt] = [
    await mill.subscribe(HERE),
    await mill.subscribe(`${HERE}/2`, { strictOrder: true }),
  ];
  await remove(alone.id);
  await deleteWorkflow(mill.writer, { id: mill.exampleId });
  const { data } = await listDeletedWorkflows(mill.reader, { workspaceId: mill.workspaceId });
  expect(data.map(({ subscriptions }) => subscriptions)).toEqual([1]);
  expect((await deleted()).map(({ id }) => id)).toEqual([alone.id]);
  await expect(restore(alone.id)).rejects.toThrow('Restore it first');
  expect(await refusalOf(restore(withIt.id))).toBe('not_found');
  await restoreWorkflow(mill.writer, { id: mill.exampleId });
  expect(await listed()).toEqual([withIt.id]);
  const turn = await pool().query('SELECT FROM runtime.webhook_turn WHERE subscription_id = $1', [withIt.id]);
  expect(turn.rowCount).toBe(1);
  await restore(alone.id);
  expect((await listed()).toSorted()).toEqual([alone.id, withIt.id].toSorted());
});

test('an external id that another one has by now is named', async () => {
  const made = { workspaceId: mill.workspaceId, workflowId: null, externalId: 'orders' };
  const settings = NewWebhookSettings.parse({ url: HERE });
  const first = (await createWebhook(mill.writer, { ...made, ...settings })).data;
  await remove(first.id);
  const second = (await createWebhook(mill.writer, { ...made, ...settings })).data;
  await expect(restore(first.id)).rejects.toThrow('"orders"');
  await remove(second.id);
  expect((await restore(first.id)).data.externalId).toBe('orders');
});

test('after 30 days it is purged; an admin can purge it before', async () => {
  const [old, young] = [await mill.subscribe(HERE), await mill.subscribe(HERE)];
  await remove(old.id);
  await remove(young.id);
  await pool().query(
    `UPDATE webhook_subscription SET deleted_at = deleted_at - interval '31 days' WHERE id = $1`,
    [old.id],
  );
  expect((await deleted()).map(({ id }) => id)).toEqual([young.id]);
  expect(await refusalOf(restore(old.id))).toBe('not_found');
  await purgeOldWebhooks();
  const left = await prisma().webhookSubscription.findMany({ where: { workspaceId: mill.workspaceId } });
  expect(left.map(({ id }) => id)).toEqual([young.id]);
  await expectOutcomes(mill, (actor) => purgeWebhook(actor, { id: young.id }), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'forbidden',
    admin: 'done',
  });
  expect(await deleted()).toEqual([]);
});

test('writers restore, everybody who reads sees what can be restored, and the audit has it', async () => {
  const { id } = await mill.subscribe('http://user:hunter22@127.0.0.1:9/hook');
  await remove(id);
  expect((await deleted())[0]?.url).not.toContain('hunter22');
  const { workspaceId } = mill;
  await expectOutcomes(mill, (actor) => listDeletedWebhooks(actor, { workspaceId }), {
    stranger: 'forbidden',
    reader: 'done',
  });
  await expectOutcomes(mill, (actor) => restoreWebhook(actor, { id }), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
  });
  const events = await prisma().auditEvent.findMany({ where: { target: id }, orderBy: { createdAt: 'asc' } });
  expect(events.map(({ action }) => action)).toEqual([
    'webhook.created',
    'webhook.deleted',
    'webhook.restored',
  ]);
});
