/**
 * The feed's proof at length: writers with held, rolled-back and killed transactions, followers in both
 * directions with several filters. Nothing may be missed or repeated. Run: npx tsx bench/feed-proof.ts [rows]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSecrets } from '../scripts/lib/data-folder.mjs';
import { joinEmbedded, migrateDatabase } from '../scripts/lib/database.mjs';
import { runCommand } from '../scripts/lib/lifetime.mjs';

const rows = Number(process.argv[2] ?? 100_000);

await runCommand(async (lifetime: { onEnd(end: () => unknown): void }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-bench-'));
  lifetime.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const secrets = loadSecrets(folder);
  const { url } = await joinEmbedded(lifetime, path.join(folder, 'database'));
  await migrateDatabase(url);
  Object.assign(process.env, secrets, { DATABASE_URL: url });
  // These read the environment when they are loaded or first used.
  const { closeDatabase, pool } = await import('../lib/platform/postgres/db');
  const { mintWorkspace } = await import('../lib/services/accounts/testing/test-workspace');
  const { proveFeed } = await import('../lib/services/logs/testing/feed-proof');
  const { randomWorld, seeded } = await import('../lib/services/logs/testing/random-logs');
  lifetime.onEnd(closeDatabase);
  await pool().query(`SELECT runtime.ensure_partitions(now() - interval '1 day', 2)`);
  const { reader: actor, workspaceId } = await mintWorkspace();
  const world = { ...randomWorld(30, 6, Date.now() - 3_600_000, Date.now()), workspaceId };
  const startedAt = performance.now();
  const { pollers, ...counts } = await proveFeed({
    actor,
    world,
    random: seeded(Date.now()),
    rows,
    writers: 8,
  });
  console.log({ ...counts, seconds: Math.round((performance.now() - startedAt) / 1000) });
  console.table(pollers);
  const failed = pollers.filter(({ missed, repeated, strange }) => missed + repeated + strange > 0);
  console.log(
    failed.length === 0 ? '0 missed, 0 repeated' : `FAILED: ${failed.map(({ name }) => name).join(', ')}`,
  );
  return failed.length === 0 ? 0 : 1;
});
