import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Stage } from './stage';

/**
 * A caller's run and its outcome. Status 0: no response; `fault` has the reason. Times are milliseconds
 * since 1970.
 */
export interface CalledRun {
  token: string;
  mode: 'sync' | 'async';
  startedAtMs: number;
  endedAtMs: number;
  status: number;
  executionId: string | null;
  fault: string | null;
}

export interface RunLoad {
  calls: CalledRun[];
  /** Makes one short run through one server, beside the load. */
  runOnce(origin: string, timeoutMs: number): Promise<CalledRun>;
  /** Starts no more runs and waits for those in progress. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  /** The range of the long runs' durations. */
  longMs: readonly [low: number, high: number];
  /** The time after which a caller without a response gives up. */
  patienceMs: number;
}

const SYNC_CALLERS = 20;
/** The number of callers that only start runs of several seconds. */
const LONG_CALLERS = 6;
const QUEUED_EVERY_MS = 250;
const AFTER_REFUSAL_MS = 200;
const RETRY_MS = 100;

const between = (low: number, high: number): number => Math.round(low + Math.random() * (high - low));
const shortMs = (): number => between(0, 500);

/**
 * Starts callers on keep-alive connections, half of them on each origin: synchronous and queued runs, until
 * stopped.
 */
export function startRunLoad(
  { apiKey, workflows }: Pick<Stage, 'apiKey' | 'workflows'>,
  origins: readonly string[],
  { longMs, patienceMs }: LoadOptions,
): RunLoad {
  const calls: CalledRun[] = [];
  const load = { on: true };
  const pools = new Map(origins.map((origin) => [origin, new Pool(origin, { connections: 256 })]));
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };

  async function call(origin: string, mode: CalledRun['mode'], waitMs: number, timeoutMs: number) {
    const token = `tok-${randomUUID()}`;
    const workflowId = mode === 'sync' ? workflows.waited : workflows.queued;
    const made: CalledRun = {
      token,
      mode,
      startedAtMs: Date.now(),
      endedAtMs: 0,
      status: 0,
      executionId: null,
      fault: null,
    };
    calls.push(made);
    try {
      const { statusCode, body } = await pools.get(origin)!.request({
        path: `/api/v1/workflows/${workflowId}/executions?mode=${mode}`,
        method: 'POST',
        headers,
        headersTimeout: timeoutMs,
        body: JSON.stringify({ input: { token, waitMs } }),
      });
      const answer = JSON.parse(await body.text());
      made.status = statusCode;
      made.executionId = answer.executionId ?? null;
      if (statusCode > 299) made.fault = answer.code ?? null;
    } catch (error) {
      made.fault = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    }
    made.endedAtMs = Date.now();
    return made;
  }

  async function waitingCaller(index: number): Promise<void> {
    const origin = origins[index % origins.length]!;
    while (load.on) {
      const waitMs = index < LONG_CALLERS ? between(...longMs) : shortMs();
      const { status } = await call(origin, 'sync', waitMs, patienceMs);
      if (status !== 200) await sleep(AFTER_REFUSAL_MS);
      else await sleep(between(0, 50));
    }
  }

  async function queueingCaller(): Promise<void> {
    const queued: Promise<unknown>[] = [];
    for (let number = 0; load.on; number += 1) {
      const origin = origins[number % origins.length]!;
      queued.push(call(origin, 'async', between(100, 1_500), patienceMs));
      await sleep(QUEUED_EVERY_MS);
    }
    await Promise.all(queued);
  }

  const working = [
    queueingCaller(),
    ...Array.from({ length: SYNC_CALLERS }, (_, index) => waitingCaller(index)),
  ];
  return {
    calls,
    runOnce: (origin, timeoutMs) => call(origin, 'sync', 0, timeoutMs),
    stop: async () => {
      load.on = false;
      await Promise.all(working);
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

/** Returns the time until the first successful run through `origin` ends; null if none does in time. */
export async function timeToFirstRun(
  { runOnce }: RunLoad,
  origin: string,
  withinMs: number,
): Promise<number | null> {
  const from = Date.now();
  const first: { afterMs: number | null } = { afterMs: null };
  while (first.afterMs === null && Date.now() - from < withinMs) {
    const made = runOnce(origin, withinMs).then(({ status }) => {
      if (status === 200) first.afterMs ??= Date.now() - from;
    });
    // A run that hangs must not prevent the next attempt.
    await Promise.race([made, sleep(RETRY_MS)]);
    if (first.afterMs === null) await sleep(RETRY_MS);
  }
  return first.afterMs;
}
