import { AppError } from '../../platform/errors';
import { NO_ROOM, type Room } from '../../platform/http/answer-room';
import { isId, isWritten } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, hasRole } from '../access/actor';
import { requireWorkflow } from '../access/key-limits';
import { readLimits } from '../limits/read-limits';
import type { Limits } from '../limits/schema';
import {
  BYTES_OF_TEXTS,
  costOf,
  type FullLogRow,
  filesOf,
  finalOutputOf,
  LARGE_LOG_BYTES,
  type LogExtras,
  payloadDeletedAtOf,
  ROW_COLUMNS,
  SHORT_OUTPUT_COLUMNS,
  shortOutputOf,
  spansOf,
  timesOf,
  workflowOf,
} from './log-row';
import { levelOf, statusOf } from './log-status';
import { type LaterTryRow, triesOf } from './run-tries';
import type { ExecutionDetail, LogDetail } from './schema';

const JOINS = `
FROM runtime.log l
JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at`;

const BYTES = { whole: BYTES_OF_TEXTS, shortened: 'octet_length(p.trace_spans)' } as const;
const ifSmall = (bytes: string, text: string): string =>
  `CASE WHEN ${bytes} <= ${LARGE_LOG_BYTES} THEN p.${text} END AS ${text}`;
const OUTPUT = { whole: ifSmall(BYTES.whole, 'final_output'), shortened: SHORT_OUTPUT_COLUMNS } as const;
type LargeOutput = keyof typeof OUTPUT;

const MOST_REPEATS = 20;
/** The runs that repeat a log and have one themselves, the latest first. */
const REPEATS = `
SELECT json_agg(json_build_object('logId', n.log_id, 'fromBlock', n.from_block) ORDER BY n.created_at DESC)
FROM (SELECT r.log_id, r.from_block, r.created_at FROM runtime.repeated_run r
  JOIN runtime.log again ON again.id = r.log_id
  WHERE r.of_log_id = l.id ORDER BY r.created_at DESC LIMIT ${MOST_REPEATS}) n`;

/** The later tries of the run that a log is a try of, in order. */
const LATER_TRIES = `
SELECT json_agg(json_build_object('number', t.number, 'total', t.total, 'logId', t.log_id,
  'executionId', t.execution_id, 'firstLogId', t.first_log_id, 'firstExecutionId', t.first_execution_id,
  'dueAt', t.due_at, 'fromBlock', t.from_block, 'level', ended.level) ORDER BY t.number)
FROM runtime.run_try t LEFT JOIN runtime.log ended ON ended.id = t.log_id
WHERE t.first_log_id = coalesce((SELECT own.first_log_id FROM runtime.run_try own WHERE own.log_id = l.id), l.id)`;

/** A log without its texts if they are large. */
const selectLog = (large: LargeOutput): string => `
SELECT ${ROW_COLUMNS}, l.workspace_id, p.files, p.cost, p.error, p.deleted_at AS payload_deleted_at,
  p.parent_execution_id, r.of_log_id, r.from_block,
  (${REPEATS}) AS repeated_by, (${LATER_TRIES}) AS later_tries,
  w.name AS workflow_name, w.description AS workflow_description, w.deleted_at AS workflow_deleted_at,
  ${BYTES[large]} AS bytes, ${ifSmall(BYTES[large], 'trace_spans')}, ${OUTPUT[large]} ${JOINS}
LEFT JOIN workflow w ON w.id = l.workflow_id
LEFT JOIN runtime.repeated_run r ON r.log_id = l.id
WHERE l.id = $1`;

const READ_TEXTS = {
  whole: `SELECT p.trace_spans, p.final_output ${JOINS} WHERE l.id = $1`,
  shortened: `SELECT p.trace_spans ${JOINS} WHERE l.id = $1`,
} as const;

const SELECT_EXECUTION = `
SELECT ${ROW_COLUMNS}, l.workspace_id, p.cost, s.state ${JOINS}
LEFT JOIN runtime.workflow_snapshot s ON s.workflow_id = p.workflow_id AND s.hash = p.snapshot_hash
WHERE l.execution_id = $1`;

const SELECT_HEAD = `
SELECT l.id, l.workspace_id, l.workflow_id, l.execution_id, p.error ${JOINS}
WHERE l.id = $1`;

interface InWorkspace {
  workspace_id: string;
  workflow_id: string;
}

interface FoundLog extends FullLogRow, InWorkspace {
  parent_execution_id: string | null;
  of_log_id: string | null;
  from_block: string | null;
  repeated_by: Array<{ logId: string; fromBlock: string | null }> | null;
  later_tries: LaterTryRow[] | null;
  bytes: number;
}

/**
 * Returns a log. A large one waits for room in memory.
 * @throws AppError not_found, the same for an unknown log and another person's; unavailable
 */
export async function getLog(
  actor: Actor,
  id: string,
  { largeOutput = 'whole' }: { largeOutput?: LargeOutput } = {},
  { roomFor }: Room = NO_ROOM,
): Promise<{ data: LogDetail; limits: Limits }> {
  const name = `read-log, output ${largeOutput}`;
  const row = await readOne<FoundLog>(actor, id, { name, text: selectLog(largeOutput) });
  if (row.bytes > LARGE_LOG_BYTES) {
    await roomFor(row.workspace_id, row.bytes);
    const { rows } = await pool().query<LogExtras>(READ_TEXTS[largeOutput], [id]);
    if (rows[0] === undefined) throw logNotFound();
    Object.assign(row, rows[0]);
  }
  const limits = await readLimits(row.workspace_id);
  const data: LogDetail = {
    id: row.id,
    workflowId: row.workflow_id,
    executionId: row.execution_id,
    version: row.workflow_version,
    ...(row.parent_execution_id !== null && { parentExecutionId: row.parent_execution_id }),
    ...(row.of_log_id !== null && { repeats: { logId: row.of_log_id, fromBlock: row.from_block } }),
    ...(row.repeated_by !== null && { repeatedBy: row.repeated_by }),
    ...(row.later_tries !== null && { tries: triesOf(row.id, row.later_tries) }),
    level: levelOf(row.level),
    status: statusOf(row.level),
    trigger: row.trigger,
    tags: row.tags ?? [],
    ...timesOf(row),
    files: filesOf(row),
    ...payloadDeletedAtOf(row),
    workflow: workflowOf(row),
    executionData: {
      traceSpans: spansOf(row),
      finalOutput: largeOutput === 'shortened' ? shortOutputOf(row) : finalOutputOf(row),
      error: JSON.parse(row.error ?? 'null'),
    },
    cost: costOf(row),
    limits,
  };
  return { data, limits };
}

type FoundHead = Pick<LogDetail, 'id' | 'workflowId' | 'executionId'> &
  Pick<LogDetail['executionData'], 'error'> & { workspaceId: string };

interface LogHead extends InWorkspace {
  id: string;
  execution_id: string;
  error: string | null;
}

/** Returns the parts of a log that are small. @throws AppError not_found, as `getLog` */
export async function findLog(actor: Actor, id: string): Promise<FoundHead> {
  const row = await readOne<LogHead>(actor, id, { name: 'find-log', text: SELECT_HEAD });
  const { workspace_id: workspaceId, workflow_id: workflowId, execution_id: executionId, error } = row;
  return { id: row.id, workspaceId, workflowId, executionId, error: JSON.parse(error ?? 'null') };
}

/** @throws AppError not_found, the same for an unknown execution and another person's */
export async function getExecutionDetail(actor: Actor, executionId: string): Promise<ExecutionDetail> {
  // Compared exactly, as in the list's filter: Postgres ignores case in UUIDs.
  const id = isWritten(executionId) ? executionId : '';
  const statement = { name: 'read-log by execution', text: SELECT_EXECUTION };
  const row = await readOne<FullLogRow & InWorkspace & { state: string | null }>(actor, id, statement);
  return {
    executionId: row.execution_id,
    workflowId: row.workflow_id,
    version: row.workflow_version,
    workflowState: JSON.parse(row.state ?? '{"blocks":{},"edges":[],"loops":{},"parallels":{}}'),
    executionMetadata: { trigger: row.trigger, ...timesOf(row), cost: costOf(row) },
    limits: await readLimits(row.workspace_id),
  };
}

async function readOne<Row extends InWorkspace>(
  actor: Actor,
  id: string,
  statement: { name: string; text: string },
): Promise<Row> {
  const { rows } = isId(id) ? await pool().query<Row>({ ...statement, values: [id] }) : { rows: [] };
  const [row] = rows;
  if (row === undefined || !hasRole(actor, row.workspace_id, 'reader')) throw logNotFound();
  requireWorkflow(actor, row.workflow_id);
  return row;
}

const logNotFound = (): AppError => new AppError('not_found', 'Log not found, or you have no access to it.');
