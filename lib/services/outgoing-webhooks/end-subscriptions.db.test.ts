import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool } from '../../platform/postgres/db';
import { refusalOf } from '../accounts/testing/refusals';
import { revokeApiKey } from '../api-keys/revoke-api-key';
import { mintKey } from '../api-keys/testing/minted-key';
import { deleteWorkflow } from '../removal/delete-workflow';
import { workflowDeletionImpact, workspaceDeletionImpact } from '../removal/deletion-impact';
import { removeMember } from '../workspaces/remove-member';
import { type DeliveryLoop, startDeliveryLoop } from './delivery-loop';
import { getWebhook } from './get-webhook';
import { listExecutionDeliveries } from './list-execution-deliveries';
import type { Delivery } from './schema';
import {
  closeAfterDeliveries,
  eventually,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';

let mill: SubscribedWorkspace;
let receiver: LoopbackHttpServer;
let answer: number;
const loops: DeliveryLoop[] = [];

beforeAll(openForDeliveries);
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.webhook_pending');
  mill = await mintSubscribedWorkspace();
  answer = 200;
  receiver = await startHttpServer((_request, response) => void response.writeHead(answer).end());
});
afterEach(async () => {
  for (const loop of loops.splice(0)) await loop.stop(0);
  await receiver.close();
});
afterAll(closeAfterDeliveries);

const deliveryOf = async (executionId: string): Promise<Delivery> =>
  (await listExecutionDeliveries(mill.reader, { workspaceId: mill.workspaceId, executionId })).data[0]!;

/** Waits until whatever is due anywhere has been sent, by sending something of another workspace after it. */
async function letDeliveriesPass(): Promise<void> {
  const other = await mintSubscribedWorkspace();
  await other.subscribe(`${receiver.origin}/other`);
  await other.complete();
  loops.push(startDeliveryLoop());
  await eventually(() => receiver.received.some(({ url }) => url === '/other'));
}

test('deleting a workflow ends its subscriptions: waiting retries say why and are never sent', async () => {
  const { workspaceId, exampleId: id } = mill;
  const webhook = await mill.subscribe(`${receiver.origin}/hook`);
  answer = 500;
  const executionId = await mill.complete();
  loops.push(startDeliveryLoop());
  await eventually(async () => (await deliveryOf(executionId)).attempts === 1);
  for (const loop of loops.splice(0)) await loop.stop(5_000);
  await mill.complete();
  expect((await workflowDeletionImpact(mill.writer, { id })).data).toEqual({
    subscriptions: 1,
    deliveries: 2,
    executions: 0,
    held: 0,
  });
  expect(await refusalOf(workflowDeletionImpact(mill.reader, { id }))).toBe('forbidden');
  expect((await workspaceDeletionImpact(mill.owner, { id: workspaceId })).data).toMatchObject({
    deliveries: 2,
  });

  await deleteWorkflow(mill.writer, { id });
  expect(await deliveryOf(executionId)).toMatchObject({
    state: 'cancelled',
    attempts: 1,
    nextAttemptAt: null,
    lastReason: 'The workflow was deleted, and the subscription with it.',
  });
  expect(await refusalOf(getWebhook(mill.writer, { workspaceId, id: webhook.id }))).toBe('not_found');
  // A run accepted before still completes and is logged, but nothing is delivered any more.
  await mill.complete();
  await pool().query('UPDATE runtime.webhook_pending SET next_at = now()');
  await letDeliveriesPass();
  expect(receiver.received.filter(({ url }) => url === '/hook')).toHaveLength(1);
});

test('a subscription that is made while its workflow is deleted is refused, or ends with it', async () => {
  const { exampleId: id } = mill;
  const made = Array.from({ length: 5 }, () => refusalOf(mill.subscribe(`${receiver.origin}/hook`)));
  await deleteWorkflow(mill.writer, { id });
  for (const outcome of await Promise.all(made)) expect(['done', 'not_found']).toContain(outcome);
  const left = await pool().query(
    'SELECT FROM webhook_subscription WHERE workflow_id = $1 AND deleted_at IS NULL',
    [id],
  );
  expect(left.rowCount).toBe(0);
});

test('what a delete finds half sent is cancelled with that reason, not called paused', async () => {
  const webhook = await mill.subscribe(`${receiver.origin}/hook`);
  const executionId = await mill.complete();
  // The state that a completion leaves if it commits beside the delete.
  await pool().query('DELETE FROM webhook_subscription WHERE id = $1', [webhook.id]);
  loops.push(startDeliveryLoop());
  await eventually(async () => (await deliveryOf(executionId)).state === 'cancelled');
  expect(await deliveryOf(executionId)).toMatchObject({
    lastReason: 'The subscription was deleted before it could be sent.',
    attempts: 0,
  });
});

test('removing a member, or revoking a key, leaves the workspace’s subscriptions delivering', async () => {
  const { workspaceId } = mill;
  const key = await mintKey(mill.writer, workspaceId, { scopes: ['logs:read'] });
  await mill.subscribe(`${receiver.origin}/hook`);
  await mill.complete();
  await revokeApiKey(mill.writer, { id: key.id });
  await removeMember(mill.owner, { workspaceId, userId: mill.writer.userId });
  await letDeliveriesPass();
  await eventually(() => receiver.received.some(({ url }) => url === '/hook'));
});
