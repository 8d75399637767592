import { AppError } from '../../platform/errors';
import { isId, isWritten } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, hasRole } from '../access/actor';
import { readLimits } from '../limits/read-limits';
import type { Limits } from '../limits/schema';
import {
  costOf,
  type FullLogRow,
  filesOf,
  finalOutputOf,
  ROW_COLUMNS,
  SHORT_OUTPUT_COLUMNS,
  shortOutputOf,
  spansOf,
  timesOf,
  workflowOf,
} from './log-row';
import { levelOf, statusOf } from './log-status';
import type { ExecutionDetail, LogDetail } from './schema';

const selectLog = (outputColumns: string): string => `
SELECT ${ROW_COLUMNS}, l.workspace_id, p.files, p.cost, p.trace_spans, ${outputColumns}, p.error,
  p.parent_execution_id, s.state, r.of_log_id, r.from_block,
  w.name AS workflow_name, w.description AS workflow_description, w.deleted_at AS workflow_deleted_at
FROM runtime.log l
JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
LEFT JOIN runtime.workflow_snapshot s ON s.workflow_id = p.workflow_id AND s.hash = p.snapshot_hash
LEFT JOIN workflow w ON w.id = l.workflow_id
LEFT JOIN runtime.repeated_run r ON r.log_id = l.id`;

const OUTPUTS = { whole: 'p.final_output', shortened: SHORT_OUTPUT_COLUMNS } as const;
type LargeOutput = keyof typeof OUTPUTS;

interface FullRow extends FullLogRow {
  workspace_id: string;
  state: string | null;
  parent_execution_id: string | null;
  of_log_id: string | null;
  from_block: string | null;
}

/** @throws AppError not_found, the same for an unknown log and another person's */
export async function getLog(
  actor: Actor,
  id: string,
  { largeOutput = 'whole' }: { largeOutput?: LargeOutput } = {},
): Promise<{ data: LogDetail; limits: Limits }> {
  const row = await readLog(actor, 'l.id', id, largeOutput);
  const limits = await readLimits(row.workspace_id);
  const data: LogDetail = {
    id: row.id,
    workflowId: row.workflow_id,
    executionId: row.execution_id,
    version: row.workflow_version,
    ...(row.parent_execution_id !== null && { parentExecutionId: row.parent_execution_id }),
    ...(row.of_log_id !== null && { repeats: { logId: row.of_log_id, fromBlock: row.from_block } }),
    level: levelOf(row.level),
    status: statusOf(row.level),
    trigger: row.trigger,
    tags: row.tags ?? [],
    ...timesOf(row),
    files: filesOf(row),
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

/** @throws AppError not_found, the same for an unknown execution and another person's */
export async function getExecutionDetail(actor: Actor, executionId: string): Promise<ExecutionDetail> {
  // Compared exactly, as in the list's filter: Postgres ignores case in UUIDs.
  const row = await readLog(actor, 'l.execution_id', isWritten(executionId) ? executionId : '', 'shortened');
  return {
    executionId: row.execution_id,
    workflowId: row.workflow_id,
    version: row.workflow_version,
    workflowState: JSON.parse(row.state ?? '{"blocks":{},"edges":[],"loops":{},"parallels":{}}'),
    executionMetadata: { trigger: row.trigger, ...timesOf(row), cost: costOf(row) },
    limits: await readLimits(row.workspace_id),
  };
}

async function readLog(
  actor: Actor,
  column: 'l.id' | 'l.execution_id',
  id: string,
  largeOutput: LargeOutput,
): Promise<FullRow> {
  const { rows } = isId(id)
    ? await pool().query<FullRow>({
        name: `read-log by ${column}, output ${largeOutput}`,
        text: `${selectLog(OUTPUTS[largeOutput])} WHERE ${column} = $1`,
        values: [id],
      })
    : { rows: [] };
  const [row] = rows;
  if (row === undefined || !hasRole(actor, row.workspace_id, 'reader'))
    throw new AppError('not_found', 'Log not found, or you have no access to it.');
  return row;
}
