import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { allPools, poolWaits } from '../postgres/db';
import { clockOffset } from '../postgres/watch-clock';
import { processSingleton } from '../process-singleton';
import { VERSION } from '../version';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const RUN_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 600, 3_600];
const MAX_CODES = 100;
const ERROR_CODE = /^[A-Z][A-Z0-9_]{0,39}$/;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * All metrics of this process. Labels are constants of ours, so their number is bounded whatever callers
 * send.
 */
export interface Metrics {
  registry: Registry;
  requestAnswered(request: { method: string; route: string; status: number; seconds: number }): void;
  problemAnswered(code: string): void;
  /** `status`: as in the run's log, or `taken_over` when another process wrote the log. */
  runEnded(run: { status: 'success' | 'error' | 'taken_over'; mode: string; seconds: number }): void;
  /** Counts a failed run by its error code. */
  runFailed(code: string): void;
  /** Counts the tokens and US dollars of a finished run. */
  runSpent(spent: { inputTokens: number; outputTokens: number; usd: number }): void;
  /** `restarts`: how often the supervisor of this process has replaced one of its processes. */
  restartsKnown(restarts: number): void;
  useRefused(kind: string): void;
  deliveryAttempted(outcome: string): void;
  /** Counts a task that blocked the event loop. */
  loopHeld(task: { cause: string; ms: number }): void;
  /** Counts what the OpenTelemetry collector did not get. */
  telemetryDropped(signal: string, count: number): void;
  /** Registers `held`, which is called at each scrape. */
  watchBodies(held: () => Record<'memory' | 'disk' | 'work', number>): void;
  /** Registers `waiting`, which is called at each scrape. */
  watchSandbox(waiting: () => number): void;
}

export const metrics = (): Metrics => processSingleton('metrics', createMetrics);

function createMetrics(): Metrics {
  const boundedCode = createCodeBound();
  const registry = new Registry();
  const registers = [registry];
  // Event-loop lag, garbage collection, memory, CPU, open files: under the names that Node dashboards use.
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'millrace_http_request_duration_seconds',
    help: 'Duration of requests by route template and status class; of a stream, until it starts.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const problems = new Counter({
    name: 'millrace_problems_total',
    help: 'Problem documents returned, by code.',
    labelNames: ['code'],
    registers,
  });
  const runs = new Histogram({
    name: 'millrace_run_duration_seconds',
    help: 'Finished runs of this process, by outcome.',
    labelNames: ['status', 'mode'],
    buckets: RUN_SECONDS,
    registers,
  });
  const failures = new Counter({
    name: 'millrace_run_errors_total',
    help: 'Failed runs, by error code.',
    labelNames: ['code'],
    registers,
  });
  const tokens = new Counter({
    name: 'millrace_model_tokens_total',
    help: 'Tokens of AI models that finished runs used, by direction.',
    labelNames: ['direction'],
    registers,
  });
  const dollars = new Counter({
    name: 'millrace_cost_usd_total',
    help: 'US dollars that finished runs cost; models without a price count as 0.',
    registers,
  });
  const restarts = new Gauge({
    name: 'millrace_process_restarts',
    help: 'Processes that the supervisor of this one has replaced since it started.',
    registers,
  });
  new Gauge({
    name: 'millrace_build_info',
    help: 'Always 1; the labels say what runs here.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.versions.node }, 1);
  const refusals = new Counter({
    name: 'millrace_rate_limit_refusals_total',
    help: 'Requests refused by a plan’s limits, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const attempts = new Counter({
    name: 'millrace_delivery_attempts_total',
    help: 'Webhook delivery attempts recorded by this process, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const longTasks = new Counter({
    name: 'millrace_long_tasks_total',
    help: 'Tasks that held the event loop for more than 50 ms, by what had it.',
    labelNames: ['cause'],
    registers,
  });
  const longTaskSeconds = new Counter({
    name: 'millrace_long_task_seconds_total',
    help: 'How long those tasks held the event loop.',
    labelNames: ['cause'],
    registers,
  });
  const dropped = new Counter({
    name: 'millrace_telemetry_dropped_total',
    help: 'Spans, metrics and log records that the OpenTelemetry collector did not get, by signal.',
    labelNames: ['signal'],
    registers,
  });
  new Gauge({
    name: 'millrace_database_pool_connections',
    help: 'Connections of each pool of this process, and callers waiting for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(allPools())) {
        this.set({ pool, state: 'total' }, totalCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  new Gauge({
    name: 'millrace_clock_offset_seconds',
    help: 'How far the database’s clock is ahead of this process’s, as far as the round trip can tell.',
    registers,
    collect() {
      this.set(clockOffset() / 1000);
    },
  });
  new Counter({
    name: 'millrace_database_pool_wait_seconds_total',
    help: 'How long callers waited for a connection because none was idle, by pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      // The pools count from the process's start, so both counters are set anew at each scrape.
      this.reset();
      poolWaitCount.reset();
      for (const { pool, count, totalMs } of poolWaits()) {
        this.inc({ pool }, totalMs / 1_000);
        poolWaitCount.inc({ pool }, count);
      }
    },
  });
  const poolWaitCount = new Counter({
    name: 'millrace_database_pool_waits_total',
    help: 'How often no connection was idle, by pool.',
    labelNames: ['pool'],
    registers,
  });
  return {
    registry,
    requestAnswered: ({ method, route, status, seconds }) =>
      requests.observe(
        { method: METHODS.has(method) ? method : 'other', route, status: `${Math.floor(status / 100)}xx` },
        seconds,
      ),
    problemAnswered: (code) => problems.inc({ code }),
    runEnded: ({ status, mode, seconds }) => runs.observe({ status, mode }, seconds),
    runFailed: (code) => failures.inc({ code: boundedCode(code) }),
    runSpent: ({ inputTokens, outputTokens, usd }) => {
      tokens.inc({ direction: 'input' }, inputTokens);
      tokens.inc({ direction: 'output' }, outputTokens);
      dollars.inc(usd);
    },
    restartsKnown: (count) => restarts.set(count),
    useRefused: (kind) => refusals.inc({ kind }),
    loopHeld: ({ cause, ms }) => {
      longTasks.inc({ cause });
      longTaskSeconds.inc({ cause }, ms / 1000);
    },
    telemetryDropped: (signal, count) => dropped.inc({ signal }, count),
    deliveryAttempted: (outcome) => attempts.inc({ outcome }),
    watchBodies: (held) => {
      new Gauge({
        name: 'millrace_request_bodies_bytes',
        help: 'Held by request bodies: in memory and on disk while they arrive, and large ones at work.',
        labelNames: ['place'],
        registers,
        collect() {
          for (const [place, bytes] of Object.entries(held())) this.set({ place }, bytes);
        },
      });
    },
    watchSandbox: (waiting) => {
      new Gauge({
        name: 'millrace_sandbox_waiting',
        help: 'Calls of authors’ code that wait for a thread.',
        registers,
        collect() {
          this.set(waiting());
        },
      });
    },
  };
}

/** Blocks use a small set of codes; should they ever generate codes, the excess shares one label. */
function createCodeBound(): (code: string) => string {
  const known = new Set<string>();
  return (code) => {
    if (known.has(code)) return code;
    if (known.size >= MAX_CODES || !ERROR_CODE.test(code)) return 'other';
    known.add(code);
    return code;
  };
}
