import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { keyHolder } from '../../e2e/fixtures/api';
import { bootstrap, liftLimits, type Product, startProduct } from '../../e2e/fixtures/product';
import { joinEmbedded } from '../../scripts/lib/database.mjs';
import { highest, percentile } from './percentiles';
import type { Arrival } from './webhook-receiver';

/** The parameter that scripts/lib/lifetime.mjs passes to a command. */
export interface Lifetime {
  onEnd(end: () => unknown): void;
}

/** The product, a database with synchronous writes, and a receiver in its own process. */
export interface WebhookBench {
  env: NodeJS.ProcessEnv;
  database: pg.Pool;
  receiver: Receiver;
  startServer(worker: 'inline' | 'off'): Promise<Server>;
  /** @returns its id */
  subscribe(workflowId: string, target: string): Promise<string>;
}

export interface Receiver {
  origin: string;
  count(): Promise<number>;
  /** Returns the arrivals since the last report. */
  report(): Promise<Arrival[]>;
}

export interface Server extends Product {
  createWorkflow(name: string): Promise<string>;
  /** Runs the workflow and waits for its end. */
  execute(workflowId: string): Promise<void>;
}

export async function openWebhookBench(lifetime: Lifetime): Promise<WebhookBench> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-bench-'));
  lifetime.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const { url: databaseUrl } = await joinEmbedded(lifetime, path.join(folder, 'database'));
  const receiver = await startReceiver(lifetime);
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: databaseUrl, OUTBOUND_ALLOW: '127.0.0.1' };
  const database = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  database.on('error', () => undefined); // the server ends before the pool does
  lifetime.onEnd(() => database.end());
  return {
    env,
    database,
    receiver,
    startServer: (worker) => startServer(lifetime, { ...env, WORKER: worker }),
    subscribe: (workflowId, target) => insertSubscription(database, workflowId, target),
  };
}

async function startReceiver(lifetime: Lifetime): Promise<Receiver> {
  const child = fork(path.join(import.meta.dirname, 'webhook-receiver.ts'), {
    execArgv: ['--import', 'tsx'],
  });
  lifetime.onEnd(() => void (child.connected && child.disconnect()));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const ask = async <T>(message: string): Promise<T> => {
    child.send(message);
    const [answer] = (await once(child, 'message')) as [T];
    return answer;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    count: async () => (await ask<{ count: number }>('count')).count,
    report: async () => (await ask<{ arrivals: Arrival[] }>('report')).arrivals,
  };
}

async function startServer(lifetime: Lifetime, env: NodeJS.ProcessEnv): Promise<Server> {
  const product = await startProduct(env);
  lifetime.onEnd(product.stop);
  const account = await bootstrap(env);
  await liftLimits(env);
  const holder = keyHolder(product, account);
  const pool = new Pool(product.url, { connections: 64 });
  const headers = { 'x-api-key': account.apiKey, 'content-type': 'application/json' };
  return {
    ...product,
    createWorkflow: (name) => holder.createWorkflow(name, SMALL_WORKFLOW),
    execute: async (workflowId) => {
      const at = `/api/v1/workflows/${workflowId}/executions`;
      const answer = await pool.request({
        path: at,
        method: 'POST',
        headers,
        body: '{"input":{"name":"Ada"}}',
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`A run was refused: ${text}`);
    },
  };
}

const SMALL_WORKFLOW = {
  blocks: {
    s: {
      id: 's',
      type: 'start',
      name: 'start',
      position: { x: 0, y: 0 },
      config: { fields: [{ name: 'name', type: 'string' }] },
    },
    r: {
      id: 'r',
      type: 'response',
      name: 'response',
      position: { x: 300, y: 0 },
      config: { body: '<start.name>' },
    },
  },
  edges: [{ id: 'e1', source: 's', target: 'r' }],
};

async function insertSubscription(database: pg.Pool, workflowId: string, url: string): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO webhook_subscription (id, workspace_id, workflow_id, url, level_filter, trigger_filter)
     SELECT $1, workspace_id, id, $3, '{info,error}', '{api,webhook,schedule,manual,chat}' FROM workflow
       WHERE id = $2`,
    [id, workflowId, url],
  );
  return id;
}

/** Calls `once` at a fixed rate, independent of the calls' duration; settles when all calls have. */
export async function atRate(
  perSecond: number,
  count: number,
  once: (index: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const calls: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const waitMs = startedAt + (index * 1000) / perSecond - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    calls.push(once(index));
  }
  await Promise.all(calls);
}

/** Waits until the receiver has `count`, at most `timeoutMs`. */
export async function untilArrived(receiver: Receiver, count: number, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while ((await receiver.count()) < count) {
    if (Date.now() > deadline) throw new Error(`Only ${await receiver.count()} of ${count} deliveries came.`);
    await sleep(20);
  }
}

export interface Percentiles {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/**
 * Measures from the end of the run to the first byte at the receiver. Payloads truncate the end to whole
 * milliseconds: half a millisecond too much on average.
 */
export function latencyOf(arrivals: readonly Arrival[]): Percentiles {
  const times = arrivals.map(({ endedAtMs, firstByteAtMs }) => firstByteAtMs - endedAtMs);
  return {
    count: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    max: highest(times),
  };
}

export function printLatency(name: string, { count, p50, p95, p99, max }: Percentiles): void {
  const ms = (value: number): string => value.toFixed(1).padStart(9);
  console.log(`${name.padEnd(44)} ${String(count).padStart(7)} ${ms(p50)} ${ms(p95)} ${ms(p99)} ${ms(max)}`);
}

export const LATENCY_HEAD =
  `${'ms, end of run to first byte at receiver'.padEnd(44)}   count       p50       ` +
  'p95       p99       max';

/** Kills a child process immediately; settles when it has exited. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
