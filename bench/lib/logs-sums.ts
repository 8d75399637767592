import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'undici';
import type { LogsWorld } from '../../lib/services/logs/testing/random-logs';
import { withClient } from '../../scripts/lib/database.mjs';
import type { Reader } from './logs-product';

const DAY_MS = 86_400_000;
const TIMES = 20;

interface SummedStage {
  reader: Reader;
  worlds: ReadonlyArray<{ world: LogsWorld }>;
}

/** Measures histograms and overviews of the largest workspace, once its logs are summed; prints ms. */
export async function measureSums(pool: Pool, stage: SummedStage, databaseUrl: string): Promise<void> {
  const { world } = stage.worlds[0]!;
  await addedUp(databaseUrl);
  const { workspaceId, toMs } = world;
  const ago = (days: number): string => new Date(toMs - days * DAY_MS).toISOString();
  const [first, second, third] = world.workflows.map(({ id }) => id);
  const histogram = '/api/v1/logs/histogram';
  const asked: Array<[string, string, Record<string, string>]> = [
    ['all time', histogram, {}],
    ['30 days', histogram, { startDate: ago(30) }],
    ['24 hours', histogram, { startDate: ago(1) }],
    ['three workflows', histogram, { workflowIds: `${first},${second},${third}` }],
    ['every workflow', histogram, { workflowIds: world.workflows.map(({ id }) => id).join() }],
    ['errors of schedules', histogram, { level: 'error', triggers: 'schedule' }],
    ['a model', histogram, { model: 'gpt-5.2' }],
    ['over a minute', histogram, { minDurationMs: '60000' }],
    ['overview, 7 days', '/api/v1/overview', { from: ago(7) }],
    ['overview, 90 days', '/api/v1/overview', { from: ago(90) }],
  ];
  console.log('\nsums, 1 client');
  for (const [name, path, query] of asked) {
    const times: number[] = [];
    const most: Record<string, string> = path === histogram ? { buckets: '120' } : {};
    let exact = true;
    for (let index = 0; index < TIMES; index += 1) {
      const startedAt = performance.now();
      const { statusCode, body } = await pool.request({
        path: `${path}?${new URLSearchParams({ workspaceId, ...query, ...most })}`,
        method: 'GET',
        headers: { 'x-api-key': stage.reader.apiKey },
      });
      const answer = (await body.json()) as { exact?: boolean };
      if (statusCode !== 200) throw new Error(`${statusCode}: ${JSON.stringify(answer)}`);
      exact &&= answer.exact === true;
      times.push(performance.now() - startedAt);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor((TIMES - 1) * share)]!.toFixed(1).padStart(7);
    console.log(`${name.padEnd(22)} p50 ${at(0.5)}  max ${at(1)} ms${exact ? '' : '  not exact'}`);
  }
}

async function addedUp(databaseUrl: string): Promise<void> {
  const startedAt = performance.now();
  await withClient(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query(
        `SELECT coalesce(sum(f.n - coalesce(p.seq, 0)), 0)::int AS left
         FROM runtime.workspace_feed f LEFT JOIN runtime.rollup_progress p USING (workspace_id)`,
      );
      if (rows[0].left === 0) break;
      await setTimeout(1_000);
    }
  });
  console.log(`\nadded up after ${((performance.now() - startedAt) / 1000).toFixed(0)} s more`);
}
