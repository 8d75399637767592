import type { Trigger } from '../../core/blocks/trigger';
import { pool } from '../../platform/postgres/db';
import { levelOf, type StoredStatus } from '../logs/log-status';
import type { CompletedExecution } from './payload';
import { sampleExecution } from './sample-execution';

// The newest row; log_time leads from the workspace's newest on.
const LAST_LOG = (ofWorkflow: string): string => `
SELECT l.id, l.workflow_id, l.execution_id, l.level, l.trigger, l.tags, l.started_at, l.ended_at,
  p.cost, p.files, p.final_output, p.trace_spans, p.error
FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
WHERE l.workspace_id = $1 ${ofWorkflow} AND l.started_at > now() - interval '30 days'
ORDER BY l.started_at DESC, l.id DESC LIMIT 1`;

interface LastLog {
  id: string;
  workflow_id: string;
  execution_id: string;
  level: StoredStatus;
  trigger: Trigger;
  tags: string[] | null;
  started_at: Date;
  ended_at: Date;
  cost: string;
  files: string | null;
  final_output: string;
  trace_spans: string;
  error: string | null;
}

/**
 * Returns the last execution of the workflow, or without one (null) of the workspace, or a sample, for
 * previews. Authorise first.
 */
export async function lastExecution(
  workspaceId: string,
  workflowId: string | null,
): Promise<{ source: 'execution' | 'sample'; execution: CompletedExecution }> {
  const { rows } = await (workflowId === null
    ? pool().query<LastLog>(LAST_LOG(''), [workspaceId])
    : pool().query<LastLog>(LAST_LOG('AND l.workflow_id = $2'), [workspaceId, workflowId]));
  const [row] = rows;
  if (row === undefined) return { source: 'sample', execution: sampleExecution(workflowId, Date.now()) };
  const execution: CompletedExecution = {
    logId: row.id,
    workflowId: row.workflow_id,
    executionId: row.execution_id,
    level: levelOf(row.level),
    trigger: row.trigger,
    tags: row.tags ?? [],
    startedAtMs: row.started_at.getTime(),
    endedAtMs: row.ended_at.getTime(),
    cost: row.cost,
    files: row.files,
    finalOutput: row.final_output,
    traceSpans: row.trace_spans,
    error: row.error,
  };
  return { source: 'execution', execution };
}
