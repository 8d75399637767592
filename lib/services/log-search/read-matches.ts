import { logsPool } from '../../platform/postgres/db';
import { startedWithin } from '../logs/log-row';
import type { LogSummary } from '../logs/schema';
import { orTooSlow } from '../logs/too-slow';

/** What the texts of a log weigh, in bytes, without reading them: that stands beside the pointer to them. */
export interface Weighed {
  id: string;
  bytes: number;
}

const KEYS = `unnest($1::uuid[], $2::float8[]) WITH ORDINALITY AS k (id, started_ms, place)
  JOIN runtime.log_payload p ON p.log_id = k.id AND p.started_at = to_timestamp(k.started_ms / 1000)
    AND ${startedWithin('p', '$3', '$4')}`;

const BYTES = 'octet_length(p.trace_spans) + octet_length(p.final_output)';

function keysOf(logs: readonly LogSummary[]): unknown[] {
  const times = logs.map(({ startedAt }) => Date.parse(startedAt));
  return [logs.map(({ id }) => id), times, Math.min(...times), Math.max(...times)];
}

/** In the order of the logs; one that retention took meanwhile is left out. */
export async function weigh(logs: readonly LogSummary[]): Promise<Weighed[]> {
  const { rows } = await orTooSlow(
    logsPool().query<Weighed>({
      name: 'log-search-weigh',
      text: `SELECT k.id::text AS id, (${BYTES})::float8 AS bytes FROM ${KEYS} ORDER BY k.place`,
      values: keysOf(logs),
    }),
  );
  return rows;
}

/**
 * Ids of the logs whose texts hold the text somewhere, be it in a name of ours: `matchInLog` looks closer.
 * @param text as it stands within JSON
 */
export async function holding(logs: readonly LogSummary[], text: string): Promise<Set<string>> {
  const { rows } = await orTooSlow(
    logsPool().query<{ id: string }>({
      name: 'log-search-hold',
      text: `SELECT k.id::text AS id FROM ${KEYS}
      WHERE strpos(lower(p.trace_spans), lower($5::text)) > 0 OR strpos(lower(p.final_output), lower($5)) > 0
        OR strpos(lower(p.error), lower($5)) > 0`,
      values: [...keysOf(logs), text],
    }),
  );
  return new Set(rows.map(({ id }) => id));
}

export interface LogTexts {
  id: string;
  trace_spans: string;
  final_output: string;
  error: string | null;
}

export async function readTexts(logs: readonly LogSummary[]): Promise<LogTexts[]> {
  const { rows } = await orTooSlow(
    logsPool().query<LogTexts>({
      name: 'log-search-read',
      text: `SELECT k.id::text AS id, p.trace_spans, p.final_output, p.error FROM ${KEYS} ORDER BY k.place`,
      values: keysOf(logs),
    }),
  );
  return rows;
}
