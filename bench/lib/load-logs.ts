import pg from 'pg';
import {
  type LogsWorld,
  type Random,
  type RandomLog,
  randomLog,
} from '../../lib/services/logs/testing/random-logs';
import { CopyIn } from './copy-in';

const TABLES = ['log', 'log_payload', 'log_model', 'log_tag'] as const;
const SAMPLES_PER_WORLD = 2_000;
const SNAPSHOT = `\\\\x${'ab'.repeat(32)}`;

export interface Share {
  world: LogsWorld;
  /** The share of all rows. */
  share: number;
}

/**
 * Fills the logs with random runs, in the order of their start like real ones: rows first, indexes
 * afterwards. The workspaces must exist. @returns a sample of each workspace's runs, in the order of
 * `shares`
 */
export async function loadLogs(
  databaseUrl: string,
  shares: readonly Share[],
  rows: number,
  random: Random,
): Promise<RandomLog[][]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { fromMs, toMs } = shares[0]!.world;
  const months = monthsBetween(fromMs, toMs);
  await client.query('SELECT runtime.ensure_partitions(to_timestamp($1::float8 / 1000), $2)', [
    fromMs,
    months.length + 2,
  ]);
  const restore = await dropIndexes(client);
  const samples = await copyRows(databaseUrl, shares, { rows, months, random });
  await restore(databaseUrl);
  await client.query('SELECT runtime.rebuild_log_facets()');
  await client.query(
    'INSERT INTO runtime.workspace_feed SELECT workspace_id, max(seq) FROM runtime.log GROUP BY 1',
  );
  for (const table of ['log', 'log_model', 'log_tag', 'log_facet'])
    await client.query(`VACUUM (FREEZE, ANALYZE) runtime.${table}`);
  await client.query('ANALYZE runtime.log_payload');
  await client.end();
  return samples;
}

function monthsBetween(fromMs: number, toMs: number): Array<{ name: string; fromMs: number; toMs: number }> {
  const months = [];
  const first = new Date(fromMs);
  for (let index = 0; ; index += 1) {
    const startMs = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index);
    if (startMs >= toMs) return months;
    const name = new Date(startMs).toISOString().slice(0, 7).replace('-', '_');
    const endMs = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index + 1);
    months.push({ name, fromMs: Math.max(fromMs, startMs), toMs: Math.min(toMs, endMs) });
  }
}

interface Plan {
  rows: number;
  months: ReturnType<typeof monthsBetween>;
  random: Random;
}

async function copyRows(
  databaseUrl: string,
  shares: readonly Share[],
  { rows, months, random }: Plan,
): Promise<RandomLog[][]> {
  const samples: RandomLog[][] = shares.map(() => []);
  const seqs = shares.map(() => 0);
  const { fromMs, toMs } = shares[0]!.world;
  for (const month of months) {
    const [log, payload, model, tag] = TABLES.map(
      (table) => new CopyIn(databaseUrl, `runtime.${table}_${month.name} (${COLUMNS[table]})`),
    ) as [CopyIn, CopyIn, CopyIn, CopyIn];
    const count = Math.round((rows * (month.toMs - month.fromMs)) / (toMs - fromMs));
    for (let index = 0; index < count; index += 1) {
      const at = Math.floor(month.fromMs + ((index + random()) * (month.toMs - month.fromMs)) / count);
      const place = placeOf(shares, random());
      const run = randomLog(random, shares[place]!.world, at);
      seqs[place]! += 1;
      if (random() * rows * shares[place]!.share < SAMPLES_PER_WORLD) samples[place]!.push(run);
      await log.write(logLine(run, seqs[place]!));
      await payload.write(payloadLine(run));
      for (const name of run.models) await model.write(valueLine(run, seqs[place]!, name));
      for (const name of run.tags) await tag.write(valueLine(run, seqs[place]!, name));
    }
    await Promise.all([log.end(), payload.end(), model.end(), tag.end()]);
    process.stdout.write(`  ${month.name}: ${count} rows\n`);
  }
  return samples;
}

function placeOf(shares: readonly Share[], at: number): number {
  let sum = 0;
  for (const [place, { share }] of shares.entries()) {
    sum += share;
    if (at < sum) return place;
  }
  return shares.length - 1;
}

const COLUMNS = {
  log: `started_at, ended_at, seq, cost_total, id, workspace_id, workflow_id, execution_id, duration_ms,
    level, trigger, tags`,
  log_payload: 'started_at, log_id, workflow_id, snapshot_hash, trace_spans, final_output, cost, error',
  log_model:
    'started_at, seq, cost_total, log_id, workspace_id, workflow_id, duration_ms, level, trigger, model',
  log_tag: 'started_at, seq, cost_total, log_id, workspace_id, workflow_id, duration_ms, level, trigger, tag',
};

const time = (ms: number): string => new Date(ms).toISOString();

function logLine(run: RandomLog, seq: number): string {
  const { startedAtMs, durationMs, workspaceId, workflowId, executionId } = run;
  return (
    `${time(startedAtMs)}\t${time(startedAtMs + durationMs)}\t${seq}\t` +
    `${run.costTotal}\t${run.logId}\t${workspaceId}\t${workflowId}\t${executionId}\t` +
    `${durationMs}\t${run.level}\t${run.trigger}\t${arrayText(run.tags)}\n`
  );
}

/** Formats a nullable array of plain texts for COPY. */
const arrayText = (items: readonly string[]): string =>
  items.length === 0 ? '\\N' : `{${items.map((item) => `"${item}"`).join()}}`;

function payloadLine({ startedAtMs, logId, workflowId, costTotal, durationMs, level, models }: RandomLog) {
  const each = models.map(
    (model) =>
      `"${model}":{"input":0,"output":0,"total":${costTotal},` +
      `"tokens":{"prompt":9,"completion":9,"total":18}}`,
  );
  const cost =
    `{"total":${costTotal},"tokens":{"prompt":9,"completion":9,"total":18},` + `"models":{${each.join()}}}`;
  const output = `{"order":{"id":"o-${durationMs}"},"total":${costTotal}}`;
  const error =
    level === 'error' ? `{"code":"HTTP_STATUS","message":"charge: the server said ${durationMs}"}` : '\\N';
  return `${time(startedAtMs)}\t${logId}\t${workflowId}\t${SNAPSHOT}\t[]\t${output}\t${cost}\t${error}\n`;
}

/** Returns a line for a table with one row per value of a run. */
function valueLine(run: RandomLog, seq: number, value: string): string {
  return (
    `${time(run.startedAtMs)}\t${seq}\t${run.costTotal}\t${run.logId}\t${run.workspaceId}\t` +
    `${run.workflowId}\t${run.durationMs}\t${run.level}\t${run.trigger}\t${value}\n`
  );
}

/** @returns a function that recreates them unchanged, two at a time */
async function dropIndexes(client: pg.Client): Promise<(databaseUrl: string) => Promise<void>> {
  const { rows } = await client.query<{ drop: string; create: string; key: boolean }>(
    `SELECT CASE WHEN k.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
         ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, k.conname) END AS drop,
       CASE WHEN k.oid IS NULL THEN replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
         ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, k.conname,
           pg_get_constraintdef(k.oid)) END AS create,
       k.oid IS NOT NULL AS key
     FROM pg_index i LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype = 'p'
     WHERE i.indrelid = ANY ($1::regclass[])`,
    [TABLES.map((table) => `runtime.${table}`)],
  );
  for (const { drop } of rows) await client.query(drop);
  return async (databaseUrl) => {
    const queue = [...rows].sort((a, b) => Number(a.key) - Number(b.key)).map(({ create }) => create);
    await Promise.all([0, 1].map(() => runAll(databaseUrl, queue)));
  };
}

async function runAll(databaseUrl: string, queue: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`SET maintenance_work_mem = '512MB'; SET max_parallel_maintenance_workers = 0`);
  for (let create = queue.shift(); create !== undefined; create = queue.shift()) {
    await client.query(create);
    process.stdout.write(`  ${create.slice(0, 100)}\n`);
  }
  await client.end();
}
