import { isPart, type TraceSpan } from '../../../core/engine/trace-span';
import { giveWay } from '../../../platform/in-slices';
import { pool } from '../../../platform/postgres/db';
import { ExactNumber } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import { MOST_IN_A_TURN } from '../../../platform/text/slices-of-text';
import type { Actor } from '../../access/actor';
import { withSpans } from '../../logs/with-spans';
import { readWorkflow } from '../../workflows/find-workflow';
import { workflowOf } from '../../workflows/workflow-row';
import type { LastOutputs } from '../schema';

// Bounded on both sides: no index leads by workflow, and a workspace's newest logs are read by their own
// order.
const NEWEST_LOGS = `
SELECT id, started_at, ended_at FROM (
  SELECT id, workflow_id, started_at, ended_at FROM runtime.log WHERE workspace_id = $1
  ORDER BY started_at DESC, id DESC LIMIT 10000
) AS newest
WHERE workflow_id = $2 ORDER BY started_at DESC, id DESC LIMIT 20`;

const READ_FILE = 'SELECT data FROM runtime.log_file WHERE log_id = $1 AND started_at = $2 AND id = $3';

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_TOTAL_BYTES = 8 * 1024 * 1024;
const SAYS_NOTHING: ReadonlySet<TraceSpan['status']> = new Set(['skipped', 'cancelled']);

/** Bytes as a span names them. */
interface StoredFile {
  contentType: string | null;
  size: number;
  fileId: string | null;
}

interface LoggedAt {
  id: string;
  started_at: Date | string;
}

interface NewestLog extends LoggedAt {
  ended_at: Date;
}

/** Returns each block's output in the newest log that contains it. @throws AppError not_found, unavailable */
export async function getLastOutputs(
  actor: Actor,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<{ data: LastOutputs }> {
  const row = await readWorkflow(actor, id, 'reader');
  const wanted = new Set(Object.keys(workflowOf(row).document.blocks));
  const { rows } = await pool().query<NewestLog>(NEWEST_LOGS, [row.workspaceId, id]);
  const data: LastOutputs = {};
  let bytes = 0;
  for (const log of rows) {
    if (wanted.size === 0) break;
    for (const span of await withSpans(log.id, signal, (spans) => lastOf(spans, wanted))) {
      const whole = await outputWithFiles(log, span.output ?? null);
      const size = Buffer.byteLength(writeJson(whole));
      bytes += size;
      const output = bytes > MAX_TOTAL_BYTES ? { truncated: true, bytes: size } : whole;
      data[span.blockId] = { output, at: span.endTime, logId: log.id };
      if (size > MOST_IN_A_TURN) await giveWay();
    }
  }
  return { data };
}

/** A block sent alone can pass on a file that an earlier one put out, as a run would. */
export async function outputWithFiles({ id, started_at }: LoggedAt, output: unknown): Promise<unknown> {
  if (typeof output !== 'object' || output === null || output instanceof ExactNumber) return output;
  const members = await Promise.all(
    Object.entries(output).map(async ([name, value]) => {
      const { fileId, size, ...rest } = Object(value) as Partial<StoredFile>;
      if (typeof fileId !== 'string' || !(Number(size) <= MAX_FILE_BYTES)) return [name, value];
      const { rows } = await pool().query<{ data: Buffer }>(READ_FILE, [id, started_at, fileId]);
      return [name, rows[0] ? { ...rest, size, base64: rows[0].data.toString('base64') } : value];
    }),
  );
  return Object.fromEntries(members);
}

/**
 * Takes the blocks with an output from `wanted`, and returns their spans. A block that ran more than once (in
 * a loop) counts as it ended last.
 */
function lastOf(spans: readonly TraceSpan[], wanted: Set<string>): TraceSpan[] {
  const found: TraceSpan[] = [];
  for (const span of backwards(spans))
    if (!SAYS_NOTHING.has(span.status) && wanted.delete(span.blockId)) found.push(span);
  return found;
}

/** Yields the blocks of a container, the last one first, before the container itself. */
function* backwards(spans: readonly TraceSpan[]): Generator<TraceSpan> {
  for (const span of spans.toReversed()) {
    yield* backwards((span.children ?? []).filter((child) => !isPart(child)));
    yield span;
  }
}
