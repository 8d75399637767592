import { logsPool } from '../../platform/postgres/db';
import { prepare } from '../../platform/postgres/prepared';
import { type Actor, requireRole } from '../access/actor';
import { type PayloadKeys, payloadsOfLogs } from '../logs/payload-keys';
import { orTooSlow } from '../logs/too-slow';
import { previewsIn } from './previews-in';
import { type LogValues, type LogValuesRequest, readLogKey, readValuePath, type ValuePath } from './schema';

/** Texts of a run above this are not read for a list: parsing them would block others. */
const MAX_ROW_BYTES = 256 * 1024;
/** The most bytes of texts that one answer reads. */
const MAX_BYTES = 2 * 1024 * 1024;

interface Asked {
  workspaceId: string;
  keys: PayloadKeys;
  reads: Readonly<Record<ValuePath['side'], boolean>>;
}

interface Found {
  id: string;
  /** The size of the texts that are needed. */
  bytes: number;
  /** Null if it is too large, or if the answer has no room for it. */
  spans: string | null;
  output: string | null;
  is_reached: boolean;
}

const READ = prepare<Asked>('log-values', (take) => {
  const [input, output] = [
    take('boolean', ({ reads }) => reads.input),
    take('boolean', ({ reads }) => reads.output),
  ];
  // A text's size is stored with the pointer to it, so that it is known before the text is read.
  const bytes = `(CASE WHEN ${input} THEN octet_length(p.trace_spans) ELSE 0 END
    + CASE WHEN ${output} THEN octet_length(p.final_output) ELSE 0 END)`;
  return `SELECT f.id, f.bytes::float8, f.is_reached,
      CASE WHEN f.is_read AND ${input} THEN f.trace_spans END AS spans,
      CASE WHEN f.is_read AND ${output} THEN f.final_output END AS output
    FROM (
      SELECT s.*, s.so_far <= ${MAX_BYTES} AS is_reached,
        s.so_far <= ${MAX_BYTES} AND s.bytes <= ${MAX_ROW_BYTES} AS is_read
      FROM (
        SELECT k.id::text AS id, k.place, p.trace_spans, p.final_output, ${bytes} AS bytes,
          sum(CASE WHEN ${bytes} <= ${MAX_ROW_BYTES} THEN ${bytes} ELSE 0 END) OVER (ORDER BY k.place) AS so_far
        FROM ${payloadsOfLogs(take, ({ keys }) => keys)}
        JOIN runtime.log l ON l.id = p.log_id AND l.started_at = p.started_at
          AND l.workspace_id = ${take('uuid', ({ workspaceId }) => workspaceId)}
      ) AS s
    ) AS f ORDER BY f.place`;
});

/**
 * Reads values of the inputs and outputs of runs. Only as many texts are read as the limits allow; the logs
 * after them are absent. Unknown logs and those of other workspaces have no values.
 * @throws AppError forbidden, unavailable
 */
export async function getLogValues(
  actor: Actor,
  { workspaceId, logs, paths }: LogValuesRequest & { workspaceId: string },
): Promise<{ data: LogValues[] }> {
  requireRole(actor, workspaceId, 'reader');
  const keys = logs.map(readLogKey);
  const places = paths.map((path) => readValuePath(path)!);
  const reads = {
    input: places.some(({ side }) => side === 'input'),
    output: places.some(({ side }) => side === 'output'),
  };
  const { rows } = await orTooSlow(logsPool().query<Found>(READ.with({ workspaceId, keys, reads })));
  const found = new Map(rows.map((row) => [row.id, row]));
  const firstLeft = keys.findIndex(({ id }) => found.get(id)?.is_reached === false);
  const reached = firstLeft < 0 ? keys : keys.slice(0, firstLeft);
  return { data: reached.map(({ id }) => valuesOf(id, found.get(id), places)) };
}

function valuesOf(logId: string, row: Found | undefined, places: readonly ValuePath[]): LogValues {
  const isTooLarge = (row?.bytes ?? 0) > MAX_ROW_BYTES;
  if (row === undefined || isTooLarge) return { logId, isTooLarge, values: places.map(() => null) };
  return { logId, isTooLarge, values: previewsIn(row, places) };
}
