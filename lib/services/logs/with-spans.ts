import type { TraceSpan } from '../../core/engine/trace-span';
import { answerRoom } from '../../platform/http/answer-room';
import { pool } from '../../platform/postgres/db';
import { parseListInTurns } from '../../platform/text/parse-list';
import { LARGE_LOG_BYTES } from './log-row';

const FROM = `
FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
WHERE l.id = $1`;

const FIND = `
SELECT l.workspace_id, octet_length(p.trace_spans) AS bytes,
  CASE WHEN octet_length(p.trace_spans) <= ${LARGE_LOG_BYTES} THEN p.trace_spans END AS spans ${FROM}`;

const READ = `SELECT p.trace_spans AS spans ${FROM}`;

interface Found {
  workspace_id: string;
  bytes: number;
  spans: string | null;
}

/**
 * Reads the spans of a log for `use`; there are none if the log has been deleted. Large ones are parsed in
 * several turns of the event loop, and wait for room in memory, which is given back when `use` has ended.
 * @throws AppError unavailable; the reason of `signal`
 */
export async function withSpans<Result>(
  logId: string,
  signal: AbortSignal,
  use: (spans: TraceSpan[]) => Result | Promise<Result>,
): Promise<Result> {
  const { rows } = await pool().query<Found>(FIND, [logId]);
  const [found] = rows;
  if (found === undefined) return use([]);
  if (found.spans !== null) return use((await parseListInTurns(found.spans)) as TraceSpan[]);
  const release = await answerRoom().take(found.workspace_id, found.bytes, signal);
  try {
    const { rows: large } = await pool().query<{ spans: string }>(READ, [logId]);
    return await use((await parseListInTurns(large[0]?.spans ?? '[]')) as TraceSpan[]);
  } finally {
    release();
  }
}
