/**
 * Measures healthy endpoints beside one that hangs for 30 s with 2,000 deliveries queued, against the same
 * load without it.
 * Run: npx tsx bench/webhooks-hang.ts [seconds]
 */
import { runCommand } from '../scripts/lib/lifetime.mjs';
import {
  atRate,
  LATENCY_HEAD,
  type Lifetime,
  latencyOf,
  openWebhookBench,
  type Percentiles,
  printLatency,
  type Receiver,
} from './lib/webhook-bench';

const HEALTHY = 4;
const QUEUED = 2_000;
const RATE = 50;
const seconds = Number(process.argv[2] ?? 15);

await runCommand(async (lifetime: Lifetime) => {
  const { startServer, subscribe, receiver, database } = await openWebhookBench(lifetime);
  const server = await startServer('inline');
  const healthy = await server.createWorkflow('healthy');
  for (let number = 0; number < HEALTHY; number += 1)
    await subscribe(healthy, `${receiver.origin}/ok/${number}`);
  const hanging = await server.createWorkflow('hanging');
  await subscribe(hanging, `${receiver.origin}/hang`);
  const run = (): Promise<void> => server.execute(healthy);
  await atRate(RATE, 200, run); // warm
  console.log(LATENCY_HEAD);
  const control = await measure(receiver, run);
  printLatency('control', control);
  await Promise.all(Array.from({ length: QUEUED }, () => server.execute(hanging)));
  const beside = await measure(receiver, run);
  const { rows } = await database.query('SELECT count(*)::integer AS n FROM runtime.webhook_pending');
  printLatency(`beside a hanging endpoint (${rows[0].n} queued)`, beside);
  console.log(`p99 beside ÷ p99 of the control: ${(beside.p99 / control.p99).toFixed(2)}`);
  return 0;
});

async function measure(receiver: Receiver, run: () => Promise<void>): Promise<Percentiles> {
  await receiver.report();
  const count = RATE * seconds;
  await atRate(RATE, count, run);
  const arrivals = (await receiver.report()).filter(({ path }) => path.startsWith('/ok'));
  if (arrivals.length < count * HEALTHY * 0.95)
    throw new Error(`Only ${arrivals.length} healthy deliveries came.`);
  return latencyOf(arrivals);
}
