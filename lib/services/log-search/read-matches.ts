import { logsPool } from '../../platform/postgres/db';
import { prepare } from '../../platform/postgres/prepared';
import { type PayloadKeys, payloadsOfLogs } from '../logs/payload-keys';
import type { LogError } from '../logs/read-errors';
import type { LogSummary } from '../logs/schema';
import { orTooSlow } from '../logs/too-slow';

/** The size of a log's texts in bytes. It is stored with the pointer to them, so they need not be read. */
export interface Weighed {
  id: string;
  bytes: number;
}

const BYTES = 'octet_length(p.trace_spans) + octet_length(p.final_output)';

const keysOf = (logs: readonly LogSummary[]): PayloadKeys =>
  logs.map(({ id, startedAt }) => ({ id, startedMs: Date.parse(startedAt) }));

const itself = (keys: PayloadKeys): PayloadKeys => keys;

const WEIGH = prepare<PayloadKeys>(
  'log-search-weigh',
  (take) => `SELECT k.id::text AS id, (${BYTES})::float8 AS bytes FROM ${payloadsOfLogs(take, itself)}
    ORDER BY k.place`,
);

const HOLD = prepare<{ keys: PayloadKeys; texts: readonly string[] }>('log-search-hold', (take) => {
  const texts = take('text[]', (input) => input.texts);
  const isIn = (column: string) =>
    `EXISTS (SELECT FROM (SELECT lower(${column}) AS written OFFSET 0) AS w, unnest(${texts}) AS t (text)
      WHERE strpos(w.written, lower(t.text)) > 0)`;
  return `SELECT k.id::text AS id, p.error FROM ${payloadsOfLogs(take, ({ keys }) => keys)}
    WHERE ${isIn('p.trace_spans')} OR ${isIn('p.final_output')} OR ${isIn('p.error')}`;
});

const READ = prepare<PayloadKeys>(
  'log-search-read',
  (take) => `SELECT k.id::text AS id, p.trace_spans, p.final_output, p.error
    FROM ${payloadsOfLogs(take, itself)} ORDER BY k.place`,
);

/** Returns the sizes in the order of the logs, without logs that retention has deleted meanwhile. */
export async function weigh(logs: readonly LogSummary[]): Promise<Weighed[]> {
  const { rows } = await orTooSlow(logsPool().query<Weighed>(WEIGH.with(keysOf(logs))));
  return rows;
}

/**
 * Returns the logs whose texts contain one of these anywhere, even in a name of our own (`matchInLog` checks
 * more closely), with their errors, by id.
 * @param texts as escaped within JSON
 */
export async function holding(
  logs: readonly LogSummary[],
  texts: readonly string[],
): Promise<Map<string, LogError | null>> {
  const { rows } = await orTooSlow(
    logsPool().query<{ id: string; error: string | null }>(HOLD.with({ keys: keysOf(logs), texts })),
  );
  return new Map(rows.map(({ id, error }) => [id, JSON.parse(error ?? 'null')]));
}

export interface LogTexts {
  id: string;
  trace_spans: string;
  final_output: string;
  error: string | null;
}

export async function readTexts(logs: readonly LogSummary[]): Promise<LogTexts[]> {
  const { rows } = await orTooSlow(logsPool().query<LogTexts>(READ.with(keysOf(logs))));
  return rows;
}
