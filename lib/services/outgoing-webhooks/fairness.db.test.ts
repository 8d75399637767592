import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttpServer } from '../../platform/outbound-http/testing/loopback-server';
import { pool } from '../../platform/postgres/db';
import { thisProcess } from '../../platform/postgres/process-lease';
import { recordCompletions } from '../runs/recording/record-completions';
import { startDeliveryLoop } from './delivery-loop';
import {
  closeAfterDeliveries,
  completionOf,
  eventually,
  mintSubscribedWorkspace,
  openForDeliveries,
} from './testing/subscribed-workspace';

beforeAll(openForDeliveries);
afterAll(closeAfterDeliveries);

test('hanging receivers of one workspace, however many, leave slots to another', async () => {
  const hanging = await startHttpServer(() => undefined);
  const healthy = await startHttpServer((_, response) => void response.writeHead(200).end());
  const [busy, calm] = [await mintSubscribedWorkspace(), await mintSubscribedWorkspace()];
  // A success lets each have 64 deliveries under way: together more than a process has slots.
  for (let n = 0; n < 17; n += 1) {
    const { id } = await busy.subscribe(hanging.origin);
    await pool().query(
      'INSERT INTO runtime.webhook_health (subscription_id, last_success_at) VALUES ($1, now())',
      [id],
    );
  }
  const completions = Array.from({ length: 64 }, () => completionOf(busy));
  await recordCompletions(pool(), completions, thisProcess().id);
  const loop = startDeliveryLoop();
  await eventually(() => hanging.received.length >= 768);
  await calm.subscribe(healthy.origin);
  for (let n = 1; n <= 3; n += 1) {
    await calm.complete();
    await eventually(() => healthy.received.length === n);
  }
  expect(hanging.received.length).toBe(768);
  await pool().query('DELETE FROM runtime.webhook_pending');
  await loop.stop(0);
  for (const server of [hanging, healthy]) await server.close();
});
