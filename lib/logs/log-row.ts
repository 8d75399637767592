import type { Cost, LogDetail, LogFile, LogLevel, LogSummary, Trigger } from './schema';

/** A log as the queries of this room select it; the later columns only when asked for. The texts are JSON. */
export interface LogRow {
  id: string;
  workflow_id: string;
  execution_id: string;
  level: LogLevel;
  trigger: Trigger;
  started_at: Date;
  ended_at: Date;
  duration_ms: number;
  cost_total: number;
  files: string | null;
  cost?: string | null;
  trace_spans?: string | null;
  final_output?: string | null;
  error?: string | null;
  workflow_name?: string | null;
  workflow_description?: string | null;
  workflow_deleted_at?: Date | null;
}

export function summaryOf(row: LogRow): LogSummary {
  return {
    id: row.id,
    workflowId: row.workflow_id,
    executionId: row.execution_id,
    level: row.level,
    trigger: row.trigger,
    ...timesOf(row),
    cost: row.cost === undefined ? { total: row.cost_total } : costOf(row),
    files: filesOf(row),
    ...(row.workflow_name === undefined ? {} : { workflow: workflowOf(row) }),
  };
}

export function timesOf(row: LogRow): { startedAt: string; endedAt: string; totalDurationMs: number } {
  return {
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at.toISOString(),
    totalDurationMs: row.duration_ms,
  };
}

export function costOf(row: LogRow): Cost {
  return typeof row.cost === 'string'
    ? JSON.parse(row.cost)
    : { total: row.cost_total, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} };
}

export function filesOf(row: LogRow): LogFile[] | null {
  return row.files === null ? null : JSON.parse(row.files);
}

/** A deleted workflow's logs keep its name. */
export function workflowOf(row: LogRow): LogDetail['workflow'] {
  const deleted = row.workflow_deleted_at != null || row.workflow_name == null;
  return {
    id: row.workflow_id,
    name: row.workflow_name ?? '',
    description: row.workflow_description ?? '',
    ...(deleted ? { deleted: true } : {}),
  };
}

/** The contract's `finalOutput` is an object: other values stand under `value`, a failure without output under `error`. */
export function finalOutputOf(row: Pick<LogRow, 'final_output' | 'error'>): Record<string, unknown> {
  const output: unknown = JSON.parse(row.final_output ?? 'null');
  if (typeof output === 'object' && output !== null && !Array.isArray(output))
    return output as Record<string, unknown>;
  if (output !== null) return { value: output };
  return row.error == null ? {} : { error: JSON.parse(row.error) };
}
