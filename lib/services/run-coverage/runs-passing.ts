import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TraceSpan } from '../../core/engine/trace-span';
import type { PassCount } from '../../core/run-coverage/count-passes';
import { pool } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { listLogs } from '../logs/list-logs';
import { LogsRequest, pageOf } from '../logs/logs-request';
import { COVERED_DAYS, MOST_RUNS } from './schema';

const READ_AT_ONCE = 10;
/** A log with more text isn't read: parsing it would stop the event loop for others. */
const MOST_BYTES_A_RUN = 1024 * 1024;
const MOST_BYTES = 32 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1_000;

const READ = `
SELECT CASE WHEN octet_length(p.trace_spans) <= $2 THEN p.trace_spans END AS spans
FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
WHERE l.id = ANY($1::uuid[])`;

interface ReadRuns {
  /** Those that were counted. */
  read: number;
  notes: string[];
}

/** Adds the newest runs of a workflow, as far as they fit the budget. Authorise the workflow first. */
export async function addRuns(
  count: PassCount,
  actor: Actor,
  { workspaceId, workflowId }: { workspaceId: string; workflowId: string },
): Promise<ReadRuns> {
  const startDate = new Date(Date.now() - COVERED_DAYS * DAY_MS).toISOString();
  const query = { workspaceId, workflowIds: workflowId, startDate, limit: String(MOST_RUNS) };
  const { data, nextCursor } = await listLogs(actor, pageOf(LogsRequest.parse(query)));
  const ids = data.map(({ id }) => id);
  let read = 0;
  let bytes = 0;
  let tooLarge = 0;
  for (let from = 0; from < ids.length && bytes < MOST_BYTES; from += READ_AT_ONCE) {
    const { rows } = await pool().query<{ spans: string | null }>(READ, [
      ids.slice(from, from + READ_AT_ONCE),
      MOST_BYTES_A_RUN,
    ]);
    for (const { spans } of rows) {
      if (spans === null) {
        tooLarge += 1;
        continue;
      }
      bytes += spans.length;
      read += 1;
      count.add(JSON.parse(spans) as TraceSpan[]);
      await nextTurn();
    }
  }
  const notes: string[] = [];
  if (nextCursor !== null || read + tooLarge < ids.length)
    notes.push(`Only the newest ${read + tooLarge} runs of the last ${COVERED_DAYS} days were read.`);
  if (tooLarge > 0) notes.push(`${tooLarge} of them were not counted: their logs are larger than 1 MB.`);
  return { read, notes };
}
