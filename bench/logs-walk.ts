/**
 * Walks over a million logs, a thousand per page, while 500 per second arrive, every tenth of which started
 * somewhere in the middle of the walk. Each row of the walk's fixed set must appear once, and pages must
 * take as long at the end as at the beginning.
 * Run: npx tsx bench/logs-walk.ts [rows] [asc|desc]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Pool } from 'undici';
import { startProduct } from '../e2e/fixtures/product';
import {
  completionOf,
  type LogsWorld,
  randomLog,
  randomWorld,
  seeded,
} from '../lib/services/logs/testing/random-logs';
import { loadSecrets, openDataFolder } from '../scripts/lib/data-folder.mjs';
import { joinEmbedded, migrateDatabase, withClient } from '../scripts/lib/database.mjs';
import { runCommand } from '../scripts/lib/lifetime.mjs';
import { loadLogs } from './lib/load-logs';
import { insertWorld, makeReader, type Reader } from './lib/logs-product';

const rows = Number(process.argv[2] ?? 1_000_000);
const order = process.argv[3] ?? 'asc';
const ARRIVALS_PER_SECOND = 500;
const GROUP = 50;
const random = seeded(11);

await runCommand(async (lifetime: { onEnd(end: () => unknown): void }) => {
  const folder = openDataFolder(mkdtempSync(path.join(tmpdir(), 'millrace-bench-')));
  lifetime.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const secrets = loadSecrets(folder);
  const { url: databaseUrl } = await joinEmbedded(lifetime, path.join(folder, 'database'), {
    durable: false,
  });
  const env = { ...process.env, ...secrets, DATA_DIR: folder, DATABASE_URL: databaseUrl };
  Object.assign(process.env, env);
  await migrateDatabase(databaseUrl);
  const reader = await makeReader(env);
  const toMs = Date.now();
  const world = randomWorld(60, 6, toMs - 180 * 86_400_000, toMs);
  await withClient(databaseUrl, (client) => insertWorld(client, world, reader));
  await loadLogs(databaseUrl, [{ world, share: 1 }], rows, random);
  const product = await startProduct(env);
  lifetime.onEnd(product.stop);
  const writing = startWriting(world, reader);
  const { ids, pageMs } = await walk(product.url, reader, world);
  const arrived = await writing.stop();
  const fixed = await withClient(databaseUrl, (client) => readIds(client, world, rows));
  return report(ids, fixed, pageMs, arrived);
});

function startWriting(world: LogsWorld, reader: Reader): { stop(): Promise<number> } {
  let stopped = false;
  const running = (async () => {
    // These read the environment when they are first used.
    const { closeDatabase, pool } = await import('../lib/platform/postgres/db');
    const { recordCompletions } = await import('../lib/services/runs/recording/record-completions');
    const { newId } = await import('../lib/platform/ids');
    const startedAt = performance.now();
    let arrived = 0;
    while (!stopped) {
      const logs = Array.from({ length: GROUP }, (_, index) =>
        randomLog(
          random,
          world,
          index % 10 === 0 ? Math.floor(world.fromMs + random() * (world.toMs - world.fromMs)) : Date.now(),
        ),
      );
      await recordCompletions(
        pool(),
        logs.map((log) => completionOf(log, reader.userId)),
        newId(),
      );
      arrived += GROUP;
      await delay(Math.max(0, (arrived / ARRIVALS_PER_SECOND) * 1000 - (performance.now() - startedAt)));
    }
    await closeDatabase();
    return arrived;
  })();
  return {
    stop: () => {
      stopped = true;
      return running;
    },
  };
}

async function walk(
  url: string,
  { apiKey }: Reader,
  { workspaceId }: LogsWorld,
): Promise<{ ids: string[]; pageMs: number[] }> {
  const pool = new Pool(url, { connections: 1 });
  const ids: string[] = [];
  const pageMs: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({
      workspaceId,
      order,
      limit: '1000',
      ...(cursor === '' ? {} : { cursor }),
    });
    const startedAt = performance.now();
    const { statusCode, body } = await pool.request({
      path: `/api/v1/logs?${query}`,
      method: 'GET',
      headers: { 'x-api-key': apiKey },
    });
    const page = (await body.json()) as { data: Array<{ id: string }>; nextCursor: string | null };
    if (statusCode !== 200) throw new Error(`${statusCode}: ${JSON.stringify(page)}`);
    pageMs.push(performance.now() - startedAt);
    for (const { id } of page.data) ids.push(id);
    cursor = page.nextCursor;
  }
  await pool.close();
  return { ids, pageMs };
}

/**
 * Reads the expected ids. The loaded rows are the first of the feed; any others in the walk arrived before
 * its first page.
 */
async function readIds(
  client: pg.ClientBase,
  { workspaceId }: LogsWorld,
  upTo: number,
): Promise<Set<string>> {
  const { rows: found } = await client.query<{ id: string }>(
    'SELECT id FROM runtime.log WHERE workspace_id = $1 AND seq <= $2',
    [workspaceId, upTo],
  );
  return new Set(found.map(({ id }) => id));
}

function report(ids: string[], fixed: ReadonlySet<string>, pageMs: number[], arrived: number): number {
  const seen = new Set(ids);
  const missed = [...fixed].filter((id) => !seen.has(id)).length;
  const repeated = ids.length - seen.size;
  const tenth = Math.ceil(pageMs.length / 10);
  const median = (list: number[]): string =>
    ([...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0).toFixed(1);
  const at = (share: number): string =>
    ([...pageMs].sort((a, b) => a - b)[Math.floor(pageMs.length * share)] ?? 0).toFixed(1);
  console.log(
    `${ids.length} rows in ${pageMs.length} pages, ${arrived} arrived meanwhile; missed ${missed}, ` +
      `repeated ${repeated}`,
  );
  console.log(
    `page p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} ms; ` +
      `median of the first tenth ${median(pageMs.slice(0, tenth))}, ` +
      `of the last ${median(pageMs.slice(-tenth))} ms`,
  );
  return missed + repeated === 0 ? 0 : 1;
}
