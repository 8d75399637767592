import type { Room } from '../../platform/http/answer-room';
import { logsPool } from '../../platform/postgres/db';
import { preparedByName } from '../../platform/postgres/prepared';
import { type FullLogRow, LARGE_LOG_BYTES, type LogExtras, type LogRow } from './log-row';
import type { LogsQuery } from './logs-request';
import { type PayloadKeys, payloadsOfLogs } from './payload-keys';

type Wanted = Pick<LogsQuery, 'workspaceId' | 'details' | 'includeTraceSpans' | 'includeFinalOutput'>;

/** The most bytes of traces, outputs and errors in a page; a single row may have more. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

interface Extra extends LogExtras {
  place: number;
  /** The size of the texts up to this row. */
  bytes: number;
}

export interface RowsWithExtras {
  rows: FullLogRow[];
  /** The number of given rows that are done with; the others are for the next page. */
  taken: number;
}

const statements = preparedByName<readonly LogRow[]>();
const keysOf = (rows: readonly LogRow[]): PayloadKeys =>
  rows.map(({ id, started_ms }) => ({ id, startedMs: started_ms }));

/**
 * Adds the requested extras to a page's rows, as far as they fit into one page; rows that retention has
 * deleted meanwhile are left out. Large texts wait for room in memory. @throws AppError unavailable
 */
export async function addExtras(rows: LogRow[], query: Wanted, { roomFor }: Room): Promise<RowsWithExtras> {
  const columns = [...extraColumns(query), ...textsOf(query).map(ifSmall(query))];
  if (columns.length === 0 && !rows.some((row) => row.has_files)) return { rows, taken: rows.length };
  const flags = [query.details === 'full', query.includeTraceSpans, query.includeFinalOutput];
  const statement = statements(
    `log-extras-${flags.map(Number).join('')}`,
    (take) => `SELECT k.place::int, ${bytesOf(query)} AS bytes,
      ${['p.files', 'p.deleted_at AS payload_deleted_at', ...columns].join(', ')}
      FROM ${payloadsOfLogs(take, keysOf)}
      ${query.details === 'full' ? FULL_JOINS : ''}
      WINDOW so_far AS (ORDER BY k.place) ORDER BY k.place`,
  );
  const { rows: extras } = await logsPool().query<Extra>(statement.with(rows));
  const fitting = extras.filter(({ bytes }, index) => index === 0 || bytes <= MAX_PAGE_BYTES);
  const next = extras[fitting.length];
  const page = fitting.map(({ place, bytes: _, ...extra }) => ({ ...rows[place - 1]!, ...extra }));
  const taken = next === undefined ? rows.length : next.place - 1;
  const bytes = fitting.at(-1)?.bytes ?? 0;
  if (bytes <= LARGE_LOG_BYTES) return { rows: page, taken };
  await roomFor(query.workspaceId, bytes);
  return { rows: await withTexts(page, query), taken };
}

async function withTexts(rows: FullLogRow[], query: Wanted): Promise<FullLogRow[]> {
  const texts = textsOf(query);
  const statement = statements(
    `log-texts ${texts.join()}`,
    (take) =>
      `SELECT k.place::int, ${texts.join(', ')} FROM ${payloadsOfLogs(take, keysOf)} ORDER BY k.place`,
  );
  const { rows: found } = await logsPool().query<LogExtras & { place: number }>(statement.with(rows));
  return found.map(({ place, ...text }) => ({ ...rows[place - 1]!, ...text }));
}

function bytesOf(query: Wanted): string {
  const sizes = textsOf(query).map((text) => `coalesce(octet_length(${text}), 0)`);
  return sizes.length === 0 ? '0' : `(sum(${sizes.join(' + ')}) OVER so_far)::float8`;
}

const FULL_JOINS = `LEFT JOIN workflow w ON w.id = p.workflow_id
      LEFT JOIN runtime.run_try own_try ON own_try.log_id = p.log_id
      LEFT JOIN runtime.run_try next_try ON next_try.of_log_id = p.log_id`;

/** The texts that are read at once; larger ones stay in the database for now. */
const ifSmall =
  (query: Wanted) =>
  (text: string): string =>
    `CASE WHEN ${bytesOf(query)} <= ${LARGE_LOG_BYTES} THEN ${text} END AS ${text.slice('p.'.length)}`;

const textsOf = ({ details, includeTraceSpans, includeFinalOutput }: Wanted): string[] => [
  ...(includeTraceSpans ? ['p.trace_spans'] : []),
  ...(includeFinalOutput ? ['p.final_output'] : []),
  ...(details === 'full' || includeFinalOutput ? ['p.error'] : []),
];

const extraColumns = ({ details }: Wanted): string[] =>
  details === 'full'
    ? [
        'p.cost',
        'w.name AS workflow_name',
        'w.description AS workflow_description',
        'w.deleted_at AS workflow_deleted_at',
        'coalesce(own_try.number, next_try.number - 1)::integer AS try_number',
        'coalesce(next_try.total, own_try.total)::integer AS try_total',
      ]
    : [];
