import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { forgetLoop, notePass, STALLED_AFTER_MS, stalledLoops } from '../../services/health/loop-passes';
import { startWorkerListener, type WorkerListener } from '../../worker/worker-listener';
import { newId } from '../ids';
import { closeDatabase, metricsPool, pool } from '../postgres/db';
import { startHeartbeat, stopHeartbeat } from '../postgres/process-lease';

const TOKEN = 'a token for the scraper';
process.env.METRICS_TOKEN = TOKEN;

let worker: WorkerListener;
beforeAll(async () => {
  await startHeartbeat('worker');
  worker = await startWorkerListener(0, '127.0.0.1');
});
beforeEach(() => pool().query('DELETE FROM runtime.execution; DELETE FROM runtime.webhook_pending'));
afterAll(async () => {
  await worker.close();
  await pool().query('DELETE FROM runtime.execution; DELETE FROM runtime.webhook_pending');
  await stopHeartbeat();
  await closeDatabase();
});

/** Sends a request with node:http, which accepts any Host header. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = httpRequest(
      { host: '127.0.0.1', port: worker.port, path: url, method, headers },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    asked.on('error', reject).end();
  });
}

const scrape = async () => (await ask('/metrics')).text;
/** Returns the value of a series without labels. */
const gaugeOf = (text: string, name: string): number | null => {
  const found = text.match(new RegExp(`^millrace_${name} (.+)$`, 'm'));
  return found === null ? null : Number(found[1]);
};

/**
 * Scrapes until the database's values were read after this call. On a busy machine it may not respond in
 * time at first.
 */
async function freshScrape(): Promise<string> {
  let text = '';
  do {
    const acquired = new Promise((resolve) => metricsPool().once('acquire', resolve));
    const polled = setInterval(() => void scrape(), 100);
    await acquired;
    clearInterval(polled);
    text = await scrape();
  } while (gaugeOf(text, 'database_up') !== 1);
  return text;
}

test('the gauges tell of queue, stuck runs and deliveries as they are in the database', async () => {
  const startedAt = performance.now();
  await pool().query(
    `INSERT INTO runtime.execution (id, log_id, workspace_id, workflow_id, snapshot_hash, trigger, mode,
      user_id, input, state, owner, accepted_at)
     SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '', 'api', 'async',
       gen_random_uuid(),
       '{}', state, CASE WHEN state = 'running' THEN gen_random_uuid() END, now() - interval '1 hour'
     FROM unnest(ARRAY['queued', 'queued', 'running']) AS state`,
  );
  await pool().query(
    `INSERT INTO runtime.webhook_pending (delivery_id, created_at, subscription_id, event_id, includes,
      next_at)
     SELECT gen_random_uuid(), now(), gen_random_uuid(), gen_random_uuid(), 0,
       now() + make_interval(mins => minutes)
     FROM unnest(ARRAY[-2, -1, 5]) AS minutes`,
  );
  const text = await freshScrape();
  expect(gaugeOf(text, 'database_up')).toBe(1);
  expect(gaugeOf(text, 'queue_depth')).toBe(2);
  const tookSeconds = Math.ceil((performance.now() - startedAt) / 1_000);
  const ages = [gaugeOf(text, 'queue_oldest_age_seconds'), gaugeOf(text, 'delivery_lag_seconds')];
  for (const [index, least] of [3600, 120].entries()) {
    expect(ages[index]).toBeGreaterThanOrEqual(least);
    expect(ages[index]).toBeLessThanOrEqual(least + tookSeconds);
  }
  expect([gaugeOf(text, 'runs_running'), gaugeOf(text, 'runs_stuck')]).toEqual([1, 1]);
  expect([gaugeOf(text, 'deliveries_pending'), gaugeOf(text, 'deliveries_due')]).toEqual([3, 2]);
  expect(gaugeOf(text, 'processes')).toBeGreaterThanOrEqual(1);
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
    expect(text).toContain(name);
  expect(text).toMatch(/millrace_database_pool_connections\{pool="main",state="waiting"\} \d/);
});

test('a parked run that nobody wakes is overdue', async () => {
  await pool().query(
    `INSERT INTO runtime.execution (id, log_id, workspace_id, workflow_id, snapshot_hash, trigger, mode,
      user_id, input, state, accepted_at, wake_at)
     SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '', 'api', 'async',
       gen_random_uuid(), '{}', 'parked', now() - interval '1 hour', now() + make_interval(mins => minutes)
     FROM unnest(ARRAY[-3, 5]) AS minutes`,
  );
  const text = await freshScrape();
  expect([gaugeOf(text, 'runs_parked'), gaugeOf(text, 'waits_overdue')]).toEqual([2, 1]);
  expect(gaugeOf(text, 'wait_lateness_seconds')).toBeGreaterThanOrEqual(180);
  expect(gaugeOf(text, 'schedule_lateness_seconds')).not.toBeNull();
  expect(gaugeOf(text, 'clock_offset_seconds')).toBe(0);
});

test('a scrape says what runs here, and how long callers waited for connections', async () => {
  const text = await scrape();
  expect(text).toMatch(/millrace_build_info\{version="\d+\.\d+\.\d+",node="\d+\.\d+\.\d+"\} 1/);
  expect(text).toMatch(/millrace_database_pool_waits_total\{pool="main"\} [1-9]/);
  expect(text).toMatch(/millrace_database_pool_wait_seconds_total\{pool="main"\} \d/);
});

test('many scrapes at once are one statement', async () => {
  await freshScrape();
  let statements = 0;
  const count = () => {
    statements += 1;
  };
  metricsPool().on('acquire', count);
  // The clock is frozen, so the values stay fresh however long the scrapes take.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    await Promise.all(Array.from({ length: 50 }, scrape));
  } finally {
    vi.restoreAllMocks();
    metricsPool().off('acquire', count);
  }
  expect(statements).toBeLessThanOrEqual(1);
});

test('while the database is away a scrape is answered, says so, and shows no stale values', async () => {
  const client = await pool().connect();
  try {
    await client.query('BEGIN; LOCK TABLE runtime.execution IN ACCESS EXCLUSIVE MODE');
    // The database can't respond before the lock is released, below: a scrape that waited for it would hang.
    let text = await scrape();
    while (gaugeOf(text, 'database_up') !== 0) text = await scrape();
    expect(gaugeOf(text, 'queue_depth')).toBeNull();
    expect(await scrape()).toContain('process_resident_memory_bytes');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  let text = '';
  while (gaugeOf(text, 'database_up') !== 1) text = await scrape();
  expect(gaugeOf(text, 'queue_depth')).toBe(0);
});

test.each([
  ['this machine', {}, 200],
  ['the token', { authorization: `Bearer ${TOKEN}`, host: 'metrics.example.com' }, 200],
  ['another token, from here too', { authorization: `Bearer ${TOKEN}x` }, 401],
  ['somebody behind a proxy on this machine', { 'x-forwarded-for': '203.0.113.7' }, 401],
  ['a page whose name was made to point here', { host: 'evil.example.com' }, 401],
] as const)('%s gets %o → %i', async (_, headers, status) => {
  const answer = await ask('/metrics', headers);
  expect(answer.status).toBe(status);
  expect(answer.text.includes('millrace_')).toBe(status === 200);
});

test('labels are of our own words, whatever is asked for', async () => {
  const before = (await scrape()).split('\n').length;
  for (let index = 0; index < 50; index += 1)
    await ask(`/api/${newId()}`, {}, index % 2 === 0 ? 'GET' : 'PROPFIND');
  const text = await scrape();
  expect(text).toMatch(/request_duration_seconds_count\{method="other",route="none",status="[45]xx"\} \d+/);
  // At most two series of one histogram, and one of problems, may have been added.
  expect(text.split('\n').length - before).toBeLessThan(60);
});

test('a worker answers for its health and readiness, and serves no API', async () => {
  expect(await ask('/api/health')).toEqual({ status: 200, text: '{"status":"ok"}' });
  expect((await ask('/api/health/ready')).status).toBe(200);
  expect((await ask('/api/v1/logs')).status).toBe(404);
});

test('a loop that no longer comes through makes its process not ready; a stopped one does not', async () => {
  notePass('queue');
  notePass('deliveries');
  expect(stalledLoops()).toEqual([]);
  const later = performance.now() + STALLED_AFTER_MS + 1;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  try {
    const { status, text } = await ask('/api/health/ready');
    expect([status, JSON.parse(text).detail]).toEqual([503, expect.stringContaining('queue, deliveries')]);
    notePass('deliveries');
    forgetLoop('queue');
    expect((await ask('/api/health/ready')).status).toBe(200);
  } finally {
    vi.restoreAllMocks();
    forgetLoop('deliveries');
  }
});
