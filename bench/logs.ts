/**
 * Measures the logs API at ten million rows: 2,000 random mixes of all documented filters, half of them
 * with a cursor deep in the walk, over HTTP to the real server: once right after its start, then at 1 and 4
 * clients; then, once all is summed up, histograms and the overview. Run: npx tsx bench/logs.ts [--rows
 * 10000000] [--small] [--keep DIR] --small: 200,000 rows. --keep DIR: the database is stored in DIR and
 * reused.
 */
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { newId } from '../lib/platform/ids';
import { decodeCursor, encodeCursor } from '../lib/services/logs/cursor';
import { bindingOf } from '../lib/services/logs/list-logs';
import { LogsQuery } from '../lib/services/logs/logs-request';
import { randomFilters } from '../lib/services/logs/testing/log-filter-cases';
import { type LogsWorld, seeded } from '../lib/services/logs/testing/random-logs';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import type { Reader } from './lib/logs-product';
import { type LogsStage, openLogsStage } from './lib/logs-stage';
import { measureSums } from './lib/logs-sums';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    small: { type: 'boolean' },
    keep: { type: 'string' },
    queries: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '7' },
  },
});
const ROWS = options.small ? 200_000 : Number(options.rows);
const random = seeded(Number(options.seed));

interface Timing {
  ms: number;
  rows: number;
  query: Record<string, string>;
}

await runCommand(async (lifetime: Lifetime) => {
  const { stage, product, databaseUrl, encryptionKey } = await openLogsStage(lifetime, {
    rows: ROWS,
    random,
    keep: options.keep,
  });
  const pool = new Pool(product.url, { connections: 4 });
  lifetime.onEnd(() => pool.close());
  const queries = await makeQueries(pool, stage, encryptionKey);
  report('4 clients, cold', await measure(pool, stage.reader, queries, 4));
  for (const clients of [1, 4]) {
    report(
      `${clients} client${clients === 1 ? '' : 's'}`,
      await measure(pool, stage.reader, queries, clients),
    );
    line('floor: finds nothing', await measure(pool, stage.reader, nothing(stage), clients));
    for (const [name, asked] of Object.entries(byTags(stage)))
      line(name, await measure(pool, stage.reader, asked, clients));
  }
  await measureSums(pool, stage, databaseUrl);
  return 0;
});

/** Requests with an immediate empty result: the floor under all other figures on this machine. */
const nothing = ({ worlds }: LogsStage): Array<Record<string, string>> =>
  Array.from({ length: 300 }, () => ({ workspaceId: worlds[0]!.world.workspaceId, executionId: newId() }));

/** Queries by tags alone: those of one run, of few, of many, and of a few among many. */
function byTags({ worlds, samples }: LogsStage): Record<string, Array<Record<string, string>>> {
  const { workspaceId } = worlds[0]!.world;
  const orders = samples[0]!.flatMap(({ tags }) => tags.filter((tag) => tag.startsWith('order ')));
  const asked = orders.slice(0, 300).map((tag) => ({ workspaceId, tags: tag }));
  const always = (query: Record<string, string>) => asked.map(() => ({ workspaceId, ...query }));
  return {
    'an order number': asked,
    'a rare tag': always({ tags: 'rare-tag' }),
    'a common tag': always({ tags: 'nightly' }),
    'all of two tags': always({ allTags: 'nightly,eu' }),
    'an order and a tag': asked.map(({ tags }) => ({ workspaceId, allTags: `${tags},eu` })),
  };
}

/** Makes random queries. A deep cursor is built directly, and equals one from the walk itself. */
async function makeQueries(pool: Pool, { reader, worlds, samples }: LogsStage, secret: string) {
  const queries: Array<Record<string, string>> = [];
  for (let index = 0; index < Number(options.queries); index += 1) {
    const place = random() < 0.7 ? 0 : Math.floor(random() * worlds.length);
    const near = samples[place]![Math.floor(random() * samples[place]!.length)]!;
    const { world } = worlds[place]!;
    const query = randomFilters(random, world, near);
    if (random() < 0.1) query.details = 'full';
    if (random() < 0.05) query.includeFinalOutput = 'true';
    if (index % 2 === 1) query.cursor = await deepCursor(pool, reader, query, world, secret);
    queries.push(query);
  }
  return queries;
}

async function deepCursor(
  pool: Pool,
  reader: Reader,
  query: Record<string, string>,
  world: LogsWorld,
  secret: string,
): Promise<string> {
  const any = { workspaceId: world.workspaceId, limit: '1' };
  const { nextCursor } = await get(pool, reader, any);
  const state = decodeCursor(nextCursor, bindingOf(LogsQuery.parse(any)), secret);
  const startedAtMs = Math.floor(world.fromMs + random() * (world.toMs - world.fromMs));
  return encodeCursor(
    { ...state, last: { startedAtMs, id: newId(startedAtMs) } },
    bindingOf(LogsQuery.parse(query)),
    secret,
  );
}

async function get(
  pool: Pool,
  { apiKey }: Reader,
  query: Record<string, string>,
): Promise<{ data: unknown[]; nextCursor: string }> {
  const { statusCode, body } = await pool.request({
    path: `/api/v1/logs?${new URLSearchParams(query)}`,
    method: 'GET',
    headers: { 'x-api-key': apiKey },
  });
  if (statusCode !== 200) throw new Error(`${statusCode} for ${JSON.stringify(query)}: ${await body.text()}`);
  return (await body.json()) as { data: unknown[]; nextCursor: string };
}

async function measure(
  pool: Pool,
  reader: Reader,
  queries: Array<Record<string, string>>,
  clients: number,
): Promise<Timing[]> {
  const timings: Timing[] = [];
  const queue = [...queries];
  const client = async (): Promise<void> => {
    for (let query = queue.shift(); query !== undefined; query = queue.shift()) {
      const startedAt = performance.now();
      const { data } = await get(pool, reader, query);
      timings.push({ ms: performance.now() - startedAt, rows: data.length, query });
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return timings;
}

function at(list: readonly Timing[], share: number): string {
  const sorted = list.map(({ ms }) => ms).sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
}

function line(name: string, list: readonly Timing[]): void {
  const count = String(list.length).padStart(5);
  console.log(
    `${name.padEnd(24)} ${count}  p50 ${at(list, 0.5)}  p95 ${at(list, 0.95)}  p99 ${at(list, 0.99)}  ` +
      `max ${at(list, 1)} ms`,
  );
}

function report(name: string, timings: Timing[]): void {
  console.log(`\n${name}, ${timings.filter(({ rows }) => rows > 0).length} with rows`);
  line('all', timings);
  line(
    'first pages',
    timings.filter(({ query }) => query.cursor === undefined),
  );
  line(
    'deep cursors',
    timings.filter(({ query }) => query.cursor !== undefined),
  );
  for (const { ms, rows, query } of timings.sort((a, b) => b.ms - a.ms).slice(0, 8)) {
    const { workspaceId, cursor, ...filters } = query;
    console.log(
      `  ${ms.toFixed(0)} ms, ${rows} rows${cursor === undefined ? '' : ', deep'}: ` +
        `${JSON.stringify(filters)}`,
    );
  }
}
