import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Product, startProduct } from '../../e2e/fixtures/product';
import { type Random, type RandomLog, randomWorld } from '../../lib/services/logs/testing/random-logs';
import { loadSecrets, openDataFolder } from '../../scripts/lib/data-folder.mjs';
import { joinEmbedded, migrateDatabase, withClient } from '../../scripts/lib/database.mjs';
import type { Lifetime } from '../../scripts/lib/lifetime.mjs';
import { loadLogs, type Share } from './load-logs';
import { insertWorld, makeReader, type Reader } from './logs-product';

const MONTHS = 18;
const MONTH_MS = 30.4 * 86_400_000;
const SHARES = [0.6, 0.2, 0.1, 0.05, 0.02, 0.01, 0.01, 0.005, 0.005];

export interface LogsStage {
  reader: Reader;
  /** The largest workspace first. */
  worlds: Share[];
  samples: RandomLog[][];
}

export interface OpenStage {
  stage: LogsStage;
  product: Product;
  databaseUrl: string;
  encryptionKey: string;
}

/** Starts the product on a database with this many random logs. `keep`: a folder to store and reuse it. */
export async function openLogsStage(
  lifetime: Lifetime,
  { rows, random, keep }: { rows: number; random: Random; keep?: string | undefined },
): Promise<OpenStage> {
  const folder = path.resolve(keep ?? mkdtempSync(path.join(tmpdir(), 'millrace-bench-')));
  if (keep === undefined) lifetime.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const { ENCRYPTION_KEY: encryptionKey } = loadSecrets(openDataFolder(folder));
  const { url: databaseUrl } = await joinEmbedded(lifetime, path.join(folder, 'database'), {
    durable: false,
  });
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: encryptionKey,
  };
  const file = path.join(folder, 'stage.json');
  const stage: LogsStage = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : await loadStage(databaseUrl, env, rows, random);
  writeFileSync(file, JSON.stringify(stage));
  const product = await startProduct(env);
  lifetime.onEnd(product.stop);
  return { stage, product, databaseUrl, encryptionKey };
}

async function loadStage(
  databaseUrl: string,
  env: NodeJS.ProcessEnv,
  rows: number,
  random: Random,
): Promise<LogsStage> {
  await migrateDatabase(databaseUrl);
  const reader = await makeReader(env);
  const toMs = Date.now();
  const worlds = SHARES.map((share) => ({
    share,
    world: randomWorld(Math.ceil(300 * share) + 20, 12, toMs - MONTHS * MONTH_MS, toMs),
  }));
  await withClient(databaseUrl, async (client) => {
    for (const { world } of worlds) await insertWorld(client, world, reader);
  });
  const startedAt = performance.now();
  const samples = await loadLogs(databaseUrl, worlds, rows, random);
  console.log(`${rows} rows loaded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return { reader, worlds, samples };
}
