import { logsPool } from '../../platform/postgres/db';
import { preparedByName } from '../../platform/postgres/prepared';
import type { FullLogRow, LogExtras, LogRow } from './log-row';
import type { LogsQuery } from './logs-request';
import { type PayloadKeys, payloadsOfLogs } from './payload-keys';

type Wanted = Pick<LogsQuery, 'details' | 'includeTraceSpans' | 'includeFinalOutput'>;

const extraStatements = preparedByName<readonly LogRow[]>();
const keysOf = (rows: readonly LogRow[]): PayloadKeys =>
  rows.map(({ id, started_ms }) => ({ id, startedMs: started_ms }));

/** Adds the requested extras to a page's rows; rows that retention has deleted meanwhile are left out. */
export async function addExtras(rows: LogRow[], query: Wanted): Promise<FullLogRow[]> {
  const columns = extraColumns(query);
  if (columns.length === 0 && !rows.some((row) => row.has_files)) return rows;
  const flags = [query.details === 'full', query.includeTraceSpans, query.includeFinalOutput];
  const statement = extraStatements(
    `log-extras-${flags.map(Number).join('')}`,
    (take) => `SELECT k.place::int, ${['p.files', ...columns].join(', ')}
      FROM ${payloadsOfLogs(take, keysOf)}
      ${query.details === 'full' ? 'LEFT JOIN workflow w ON w.id = p.workflow_id' : ''} ORDER BY k.place`,
  );
  const { rows: extras } = await logsPool().query<LogExtras & { place: number }>(statement.with(rows));
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
