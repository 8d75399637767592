/**
 * Measures webhook deliveries: from the end of a run to the first byte at the receiver at 100 and 500 runs
 * per second, and how fast a worker drains a backlog. Run: npx tsx bench/webhooks.ts [seconds] [backlog]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { runCommand } from '../scripts/lib/lifetime.mjs';
import {
  atRate,
  LATENCY_HEAD,
  type Lifetime,
  latencyOf,
  openWebhookBench,
  printLatency,
  untilArrived,
  type WebhookBench,
} from './lib/webhook-bench';

const RATES = [100, 500];
const seconds = Number(process.argv[2] ?? 15);
const backlog = Number(process.argv[3] ?? 20_000);
const ENDPOINTS = 5;
const CALLERS = 50;

await runCommand(async (lifetime: Lifetime) => {
  const bench = await openWebhookBench(lifetime);
  await measureLatency(bench);
  await measureDrain(bench, lifetime);
  return 0;
});

async function measureLatency({ startServer, subscribe, receiver }: WebhookBench): Promise<void> {
  const server = await startServer('inline');
  const workflowId = await server.createWorkflow('measured');
  await subscribe(workflowId, `${receiver.origin}/ok`);
  await atRate(100, 200, () => server.execute(workflowId)); // warm
  await untilArrived(receiver, 200, 20_000);
  await receiver.report();
  console.log(LATENCY_HEAD);
  for (const rate of RATES) {
    const count = rate * seconds;
    await atRate(rate, count, () => server.execute(workflowId));
    await untilArrived(receiver, count, 30_000);
    printLatency(`${rate} runs a second, one endpoint`, latencyOf(await receiver.report()));
  }
  await server.stop();
}

async function measureDrain(bench: WebhookBench, lifetime: Lifetime): Promise<void> {
  const { startServer, subscribe, receiver, env, database } = bench;
  const server = await startServer('off');
  const workflowId = await server.createWorkflow('drained');
  for (let endpoint = 0; endpoint < ENDPOINTS; endpoint += 1)
    await subscribe(workflowId, `${receiver.origin}/ok/${endpoint}`);
  const runs = Math.ceil(backlog / ENDPOINTS);
  let started = 0;
  const caller = async (): Promise<void> => {
    while (started++ < runs) await server.execute(workflowId);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  await server.stop();
  const { rows } = await database.query('SELECT count(*)::integer AS waiting FROM runtime.webhook_pending');
  const waiting: number = rows[0].waiting;
  const worker = fork(path.join(import.meta.dirname, '../scripts/worker.mjs'), {
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  lifetime.onEnd(() => void worker.kill('SIGTERM'));
  await untilArrived(receiver, waiting, 120_000);
  const arrivals = await receiver.report();
  const times = arrivals.map(({ firstByteAtMs }) => firstByteAtMs).sort((a, b) => a - b);
  const spanMs = times.at(-1)! - times[0]!;
  const unique = new Set(arrivals.map(({ deliveryId }) => deliveryId)).size;
  console.log(
    `backlog of ${waiting} to ${ENDPOINTS} endpoints, one worker: ` +
      `${((1000 * waiting) / spanMs).toFixed(0)} deliveries a second (${unique} different)`,
  );
  worker.kill('SIGTERM');
  await once(worker, 'exit');
}
