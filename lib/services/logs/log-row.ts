import type { Trigger } from '../../core/blocks/trigger';
import type { TraceSpan } from '../../core/engine/trace-span';
import { JsonText, parseToWrite } from '../../platform/text/json-text';
import { levelOf, type StoredStatus, statusOf } from './log-status';
import type { Cost, LogDetail, LogFile, LogSummary } from './schema';

/** The columns that every reader of a log needs, all of them in its row. */
export const ROW_COLUMNS = `l.id, l.workflow_id, l.execution_id, l.level, l.trigger, l.duration_ms,
  l.waited_ms, l.cost_total, l.has_files, l.workflow_version, l.tags,
  (date_part('epoch', l.started_at) * 1000)::bigint AS started_ms,
  (date_part('epoch', l.ended_at) * 1000)::bigint AS ended_ms`;

/**
 * Returns a condition for starts between two parameters in ms (`$1::float8`), inclusive. Needed for every
 * table partitioned by the start, so that only these months are opened.
 */
export const startedWithin = (table: string, first: string, last: string): string =>
  `${table}.started_at >= to_timestamp(${first} / 1000) ` +
  `AND ${table}.started_at <= to_timestamp(${last} / 1000)`;

export interface LogRow {
  id: string;
  workflow_id: string;
  execution_id: string;
  level: StoredStatus;
  trigger: Trigger;
  /** Numbers, because they are read ten times as fast as dates. */
  started_ms: number;
  ended_ms: number;
  duration_ms: number;
  waited_ms: number;
  cost_total: number;
  has_files: boolean;
  workflow_version: number | null;
  /** Null if there are none. */
  tags: string[] | null;
}

/** Data stored next to the row, read only on request. The texts are JSON. */
export interface LogExtras {
  files?: string | null;
  cost?: string | null;
  trace_spans?: string | null;
  final_output?: string | null;
  output_head?: string | null;
  output_bytes?: number;
  error?: string | null;
  workflow_name?: string | null;
  workflow_description?: string | null;
  workflow_deleted_at?: Date | null;
  payload_deleted_at?: Date | null;
  /** Set for a run that failed and was tried again. */
  try_number?: number | null;
  try_total?: number | null;
}

export type FullLogRow = LogRow & LogExtras;

export function summaryOf(row: FullLogRow): LogSummary {
  return {
    id: row.id,
    workflowId: row.workflow_id,
    executionId: row.execution_id,
    version: row.workflow_version,
    level: levelOf(row.level),
    status: statusOf(row.level),
    trigger: row.trigger,
    tags: row.tags ?? [],
    ...timesOf(row),
    cost: row.cost === undefined ? { total: row.cost_total } : costOf(row),
    files: filesOf(row),
    ...payloadDeletedAtOf(row),
    ...(row.workflow_name === undefined ? {} : { workflow: workflowOf(row), error: errorOf(row) }),
    ...(row.try_number == null || row.try_total == null
      ? {}
      : { tries: { number: row.try_number, total: row.try_total } }),
  };
}

const date = new Date();

/** Formats a time. It shares one date: creating one is slower than formatting, and a page has hundreds. */
function isoOf(ms: number): string {
  date.setTime(ms);
  return date.toISOString();
}

export function timesOf(row: FullLogRow): {
  startedAt: string;
  endedAt: string;
  totalDurationMs: number;
  waitedMs: number;
} {
  return {
    startedAt: isoOf(row.started_ms),
    endedAt: isoOf(row.ended_ms),
    totalDurationMs: row.duration_ms,
    waitedMs: row.waited_ms,
  };
}

export function costOf(row: FullLogRow): Cost {
  return typeof row.cost === 'string'
    ? JSON.parse(row.cost)
    : { total: row.cost_total, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} };
}

export function filesOf(row: FullLogRow): LogFile[] | null {
  return row.files == null ? null : JSON.parse(row.files);
}

/** Returns since when there are no inputs, outputs and traces any more, if the workspace keeps logs for longer. */
export const payloadDeletedAtOf = ({
  payload_deleted_at: at,
}: LogExtras): Pick<LogSummary, 'payloadDeletedAt'> =>
  at == null ? {} : { payloadDeletedAt: at.toISOString() };

/** Returns what ended the run, without the attempts and places that only the whole log has. */
function errorOf({ error }: FullLogRow): LogSummary['error'] {
  if (error == null) return null;
  const { code, message } = JSON.parse(error);
  return { code, message };
}

/** Returns the workflow; a deleted one's logs keep its name. */
export function workflowOf(row: FullLogRow): LogDetail['workflow'] {
  const deleted = row.workflow_deleted_at != null || row.workflow_name == null;
  return {
    id: row.workflow_id,
    name: row.workflow_name ?? '',
    description: row.workflow_description ?? '',
    ...(deleted ? { deleted: true } : {}),
  };
}

/** Returns the spans to be written as JSON: large ones stay text. */
export function spansOf(row: LogExtras): TraceSpan[] {
  return parseToWrite(row.trace_spans ?? '[]') as TraceSpan[];
}

/**
 * Returns the output to be written, as `spansOf` does. The contract's `finalOutput` is an object: other
 * values are under `value`, a failure without output under `error`.
 */
export function finalOutputOf(row: LogExtras): Record<string, unknown> {
  const text = row.final_output ?? 'null';
  const output = parseToWrite(text);
  // Large text that is only written, not parsed: its first character shows its type.
  if (output instanceof JsonText && !text.startsWith('{')) return { value: output };
  if (typeof output === 'object' && output !== null && !Array.isArray(output))
    return output as Record<string, unknown>;
  if (output !== null) return { value: output };
  return row.error == null ? {} : { error: JSON.parse(row.error) };
}

/** Texts of a log with more bytes than this wait for room in memory before they are read. */
export const LARGE_LOG_BYTES = 1024 * 1024;

export const BYTES_OF_TEXTS = 'octet_length(p.trace_spans) + octet_length(p.final_output)';

const SHORTENED_BYTES = 1024 * 1024;
const HEAD_CHARACTERS = 64 * 1024;

/** The beginning of a large final output: the rest doesn't leave the database. */
export const SHORT_OUTPUT_COLUMNS = `
  CASE WHEN octet_length(p.final_output) <= ${SHORTENED_BYTES} THEN p.final_output END AS final_output,
  CASE WHEN octet_length(p.final_output) > ${SHORTENED_BYTES}
    THEN left(p.final_output, ${HEAD_CHARACTERS}) END AS output_head,
  octet_length(p.final_output) AS output_bytes`;

/** Returns the output of a row with these columns: as `finalOutputOf`, or a `ShortenedValue`. */
export function shortOutputOf(row: LogExtras): Record<string, unknown> {
  const { output_head: head, output_bytes: bytes } = row;
  if (head == null) return finalOutputOf(row);
  return { truncated: true, bytes, contentType: 'application/json', fileId: null, head };
}
