import { logsPool } from '../db';
import type { LogsQuery } from './endpoints';
import type { LogRow } from './log-row';
import type { Position } from './log-scan';

type Wanted = Pick<LogsQuery, 'details' | 'includeTraceSpans' | 'includeFinalOutput'>;

/** The rows of a page in its order, with what was asked for; one that retention took meanwhile is left out. */
export async function readLogRows(keys: readonly Position[], query: Wanted): Promise<LogRow[]> {
  if (keys.length === 0) return [];
  const times = keys.map(({ startedAtMs }) => startedAtMs);
  const flags = [query.details === 'full', query.includeTraceSpans, query.includeFinalOutput];
  const { rows } = await logsPool().query<LogRow>({
    name: `log-rows-${flags.map(Number).join('')}`,
    text: `SELECT ${columns(query)}
      FROM unnest($1::uuid[], $2::float8[]) WITH ORDINALITY AS k (id, started_ms, place)
      JOIN runtime.log l ON l.id = k.id AND l.started_at = to_timestamp(k.started_ms / 1000)
        AND ${WITHIN('l')}
      ${joins(query)} ORDER BY k.place`,
    values: [keys.map(({ id }) => id), times, Math.min(...times), Math.max(...times)],
  });
  return rows;
}

/** Said of every table, so that only the months of the page are opened. */
const WITHIN = (table: string): string =>
  `${table}.started_at >= to_timestamp($3::float8 / 1000) AND ${table}.started_at <= to_timestamp($4::float8 / 1000)`;

const wantsPayload = (query: Wanted): boolean =>
  query.details === 'full' || query.includeTraceSpans || query.includeFinalOutput;

function columns(query: Wanted): string {
  const chosen = [
    'l.id, l.started_at, l.ended_at, l.workflow_id, l.execution_id, l.duration_ms, l.cost_total, l.level, l.trigger',
    wantsPayload(query)
      ? 'p.files'
      : `CASE WHEN l.has_files THEN (SELECT files FROM runtime.log_payload p WHERE p.log_id = l.id AND p.started_at = l.started_at AND ${WITHIN('p')}) END AS files`,
  ];
  if (query.details === 'full')
    chosen.push(
      'p.cost',
      'w.name AS workflow_name',
      'w.description AS workflow_description',
      'w.deleted_at AS workflow_deleted_at',
    );
  if (query.includeTraceSpans) chosen.push('p.trace_spans');
  if (query.includeFinalOutput) chosen.push('p.final_output', 'p.error');
  return chosen.join(', ');
}

function joins(query: Wanted): string {
  const parts = [];
  if (wantsPayload(query))
    parts.push(
      `LEFT JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at AND ${WITHIN('p')}`,
    );
  if (query.details === 'full') parts.push('LEFT JOIN workflow w ON w.id = l.workflow_id');
  return parts.join(' ');
}
