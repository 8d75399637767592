import { isShortened } from '../../../core/blocks/shortened-value';
import type { TraceSpan } from '../../../core/engine/trace-span';
import type { RecordedRun } from '../../../core/replay/recorded-run';
import { pool } from '../../../platform/postgres/db';
import { isJsonObject, parseExact } from '../../../platform/text/exact-number';
import { parseListInTurns } from '../../../platform/text/parse-list';

/** The limit of a log's text, and of each file stored with it, when a new run begins with it. */
const READ_BYTES = 8 * 1024 * 1024;
/** The limit of a whole log, replayed in a separate process, whose heap has room for about ten times that. */
export const MOST_BYTES = 64 * 1024 * 1024;

const SIZES = `
SELECT l.id, l.workspace_id, (octet_length(p.trace_spans) + octet_length(p.final_output) + coalesce((
    SELECT sum(octet_length(f.data)) FROM runtime.log_file f
    WHERE l.has_files AND f.log_id = l.id AND f.started_at = l.started_at), 0))::float8 AS bytes
FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
WHERE l.id = ANY($1::uuid[])`;

const READ = `
SELECT l.id, l.execution_id, l.workspace_id, l.workflow_id, l.workflow_version, l.has_files, l.tags,
  encode(p.snapshot_hash, 'hex') AS hash, p.final_output, p.error, p.deleted_at IS NOT NULL AS is_payload_deleted,
  CASE WHEN octet_length(p.trace_spans) + octet_length(p.final_output) <= $2
    THEN p.trace_spans END AS trace_spans
FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
WHERE l.id = ANY($1::uuid[])`;

const READ_FILES = `
SELECT f.id, f.data FROM runtime.log l
JOIN runtime.log_file f ON f.log_id = l.id AND f.started_at = l.started_at
WHERE l.id = $1 AND octet_length(f.data) <= $2`;

interface Row {
  id: string;
  execution_id: string;
  workspace_id: string;
  workflow_id: string;
  workflow_version: number | null;
  has_files: boolean;
  tags: string[] | null;
  hash: string;
  final_output: string;
  error: string | null;
  is_payload_deleted: boolean;
  trace_spans: string | null;
}

export interface StoredRun {
  logId: string;
  workspaceId: string;
  workflowId: string;
  version: number | null;
  snapshotHash: string;
  tags: readonly string[];
  /** Null if it is too large, or was deleted before its log. */
  recorded: RecordedRun | null;
  isPayloadDeleted: boolean;
}

export interface RecordedSize {
  /** Size of its texts and files. */
  bytes: number;
  workspaceId: string;
}

/** Returns the sizes by log id. Authorise the ids first. */
export async function recordedSizes(logIds: readonly string[]): Promise<Map<string, RecordedSize>> {
  const { rows } = await pool().query<{ id: string; workspace_id: string; bytes: number }>(SIZES, [logIds]);
  return new Map(rows.map(({ id, workspace_id: workspaceId, bytes }) => [id, { bytes, workspaceId }]));
}

/**
 * Returns runs as they were recorded, in the order of the ids. Authorise them first. A text or file of more
 * than `mostBytes` is left out.
 */
export async function readRecorded(logIds: readonly string[], mostBytes = READ_BYTES): Promise<StoredRun[]> {
  const { rows } = await pool().query<Row>(READ, [logIds, mostBytes]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const runs: StoredRun[] = [];
  for (const id of logIds) {
    const row = byId.get(id);
    if (row === undefined) continue;
    runs.push({
      logId: row.id,
      workspaceId: row.workspace_id,
      workflowId: row.workflow_id,
      version: row.workflow_version,
      snapshotHash: row.hash,
      tags: row.tags ?? [],
      isPayloadDeleted: row.is_payload_deleted,
      recorded: await recordedOf(row, mostBytes),
    });
  }
  return runs;
}

async function recordedOf(row: Row, mostBytes: number): Promise<RecordedRun | null> {
  if (row.trace_spans === null || row.is_payload_deleted) return null;
  const spans = (await parseListInTurns(row.trace_spans)) as TraceSpan[];
  const files = row.has_files ? await readFiles(row.id, mostBytes) : new Map<string, Buffer>();
  return {
    executionId: row.execution_id,
    spans,
    wholes: wholesOf(spans, files),
    output: parseExact(row.final_output),
    error: JSON.parse(row.error ?? 'null'),
  };
}

async function readFiles(logId: string, mostBytes: number): Promise<Map<string, Buffer>> {
  const { rows } = await pool().query<{ id: string; data: Buffer }>(READ_FILES, [logId, mostBytes]);
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/** Returns outputs that are partly stored in files of the log, reassembled. */
function wholesOf(spans: readonly TraceSpan[], files: ReadonlyMap<string, Buffer>): Map<string, unknown> {
  const wholes = new Map<string, unknown>();
  const add = (list: readonly TraceSpan[]): void => {
    for (const { id, output, children } of list) {
      add(children);
      const whole = filled(output, files, 0);
      if (whole !== output) wholes.set(id, whole);
    }
  };
  if (files.size > 0) add(spans);
  return wholes;
}

function filled(value: unknown, files: ReadonlyMap<string, Buffer>, depth: number): unknown {
  if (!isJsonObject(value)) return value;
  const { fileId, ...rest } = value as { fileId?: unknown };
  const bytes = typeof fileId === 'string' ? files.get(fileId) : undefined;
  if (bytes !== undefined && isShortened(value)) {
    const text = bytes.toString('utf8');
    return value.contentType === 'application/json' ? parseExact(text) : text;
  }
  if (bytes !== undefined) return { ...rest, base64: bytes.toString('base64') };
  if (depth > 0) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, filled(item, files, depth + 1)]),
  );
}
