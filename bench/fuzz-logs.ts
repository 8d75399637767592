/**
 * Sends random and hostile requests to the logs API of the real server: no 5xx, no list without its
 * filters, no statement over its time limit.
 * Run: npx tsx bench/fuzz-logs.ts [--requests 20000] [--seed N]
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { keyHolder } from '../e2e/fixtures/api';
import { bootstrap, liftLimits, startProduct } from '../e2e/fixtures/product';
import { newId } from '../lib/platform/ids';
import { closeDatabase, pool } from '../lib/platform/postgres/db';
import { fuzzLogs } from '../lib/services/logs/testing/fuzz-logs';
import { completionOf, type LogsWorld, randomLogs, seeded } from '../lib/services/logs/testing/random-logs';
import { recordCompletions } from '../lib/services/runs/recording/record-completions';
import { joinEmbedded } from '../scripts/lib/database.mjs';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';

const ROWS = 5_000;
const START = { s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } } };

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});

await runCommand(async (lifetime: Lifetime) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-fuzz-'));
  lifetime.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const { url } = await joinEmbedded(lifetime, path.join(folder, 'database'));
  Object.assign(process.env, {
    DATA_DIR: folder,
    DATABASE_URL: url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    NEXTAUTH_SECRET: randomBytes(32).toString('base64'),
  });
  const product = await startProduct(process.env);
  lifetime.onEnd(product.stop);
  const account = await bootstrap(process.env);
  await liftLimits(process.env);
  lifetime.onEnd(closeDatabase);
  const target = await fill(product.url, account);
  const report = await fuzzLogs(target, { requests: Number(values.requests), seed: Number(values.seed) });
  const { faults, ...figures } = report;
  console.log(figures);
  for (const fault of faults) console.log(`FAULT  ${fault}`);
  console.log(`${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
});

async function fill(url: string, account: Awaited<ReturnType<typeof bootstrap>>) {
  const { call } = keyHolder({ url }, account);
  const { workspaceId, userId: holderId, apiKey } = account;
  const make = async (what: string, body: object): Promise<string> => {
    const answer = await call<{ data: { id: string } }>('POST', `/api/v1/${what}`, { workspaceId, ...body });
    return answer.body.data.id;
  };
  const folderIds = [await make('folders', { name: 'full' }), await make('folders', { name: 'empty' })];
  const document = { blocks: START, edges: [] };
  const workflowIds = [
    await make('workflows', { name: 'in a folder', document, folderId: folderIds[0] }),
    await make('workflows', { name: 'in none', document }),
  ];
  const nowMs = Date.now();
  const world: LogsWorld = {
    workspaceId,
    workflows: [
      { id: workflowIds[0]!, folderId: folderIds[0]! },
      { id: workflowIds[1]!, folderId: null },
    ],
    folders: folderIds.map((id) => ({ id, parentId: null })),
    fromMs: nowMs - 20 * 3_600_000,
    toMs: nowMs,
  };
  const logs = randomLogs(seeded(Number(values.seed)), world, ROWS);
  await pool().query(`SELECT runtime.ensure_partitions(now() - interval '1 day', 2)`);
  for (let at = 0; at < ROWS; at += 100) {
    const rows = logs.slice(at, at + 100).map((log) => completionOf(log, holderId));
    await recordCompletions(pool(), rows, newId());
  }
  return { origin: url, headers: { 'x-api-key': apiKey }, world, logs };
}
