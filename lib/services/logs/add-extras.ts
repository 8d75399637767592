import { logsPool } from '../../platform/postgres/db';
import { type FullLogRow, type LogExtras, type LogRow, startedWithin } from './log-row';
import type { LogsQuery } from './logs-request';

type Wanted = Pick<LogsQuery, 'details' | 'includeTraceSpans' | 'includeFinalOutput'>;

/** The rows of a page with what was asked for beside them; one that retention took meanwhile is left out. */
export async function addExtras(rows: LogRow[], query: Wanted): Promise<FullLogRow[]> {
  const columns = extraColumns(query);
  if (columns.length === 0 && !rows.some((row) => row.has_files)) return rows;
  const times = rows.map(({ started_ms }) => started_ms);
  const flags = [query.details === 'full', query.includeTraceSpans, query.includeFinalOutput];
  const { rows: extras } = await logsPool().query<LogExtras & { place: number }>({
    name: `log-extras-${flags.map(Number).join('')}`,
    text: `SELECT k.place::int, ${['p.files', ...columns].join(', ')}
      FROM unnest($1::uuid[], $2::float8[]) WITH ORDINALITY AS k (id, started_ms, place)
      JOIN runtime.log_payload p ON p.log_id = k.id AND p.started_at = to_timestamp(k.started_ms / 1000)
        AND ${startedWithin('p', '$3', '$4')}
      ${query.details === 'full' ? 'LEFT JOIN workflow w ON w.id = p.workflow_id' : ''} ORDER BY k.place`,
    values: [rows.map(({ id }) => id), times, Math.min(...times), Math.max(...times)],
  });
  return extras.map(({ place, ...extra }) => ({ ...rows[place - 1]!, ...extra }));
}

function extraColumns({ details, includeTraceSpans, includeFinalOutput }: Wanted): string[] {
  return [
    ...(details === 'full'
      ? [
          'p.cost',
          'w.name AS workflow_name',
          'w.description AS workflow_description',
          'w.deleted_at AS workflow_deleted_at',
        ]
      : []),
    ...(includeTraceSpans ? ['p.trace_spans'] : []),
    ...(includeFinalOutput ? ['p.final_output', 'p.error'] : []),
  ];
}
