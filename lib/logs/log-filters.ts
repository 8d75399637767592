import { isId } from '../ids';
import type { LogsQuery } from './endpoints';

/** A WHERE clause under construction; values become parameters. */
export interface Clause {
  conditions: string[];
  values: unknown[];
}

/** Every documented filter, AND-ed. `folderWorkflowIds`: the workflows in the folders asked for, or null when none were. */
export function logFilters(query: LogsQuery, folderWorkflowIds: string[] | null): Clause {
  const clause: Clause = { conditions: [], values: [] };
  const where = (condition: (parameter: string) => string, value: unknown): void => {
    clause.values.push(value);
    clause.conditions.push(condition(`$${clause.values.length}`));
  };
  where((p) => `l.workspace_id = ${p}::uuid`, query.workspaceId);
  if (query.workflowIds !== undefined)
    where((p) => `l.workflow_id = ANY(${p}::uuid[])`, query.workflowIds.filter(isId));
  if (folderWorkflowIds !== null) where((p) => `l.workflow_id = ANY(${p}::uuid[])`, folderWorkflowIds);
  if (query.triggers !== undefined) where((p) => `l.trigger = ANY(${p}::text[])`, query.triggers);
  if (query.level !== undefined) where((p) => `l.level = ${p}`, query.level);
  if (query.startDate !== undefined)
    where((p) => `l.started_at >= to_timestamp(${p}::float8 / 1000)`, query.startDate);
  if (query.endDate !== undefined)
    where((p) => `l.started_at <= to_timestamp(${p}::float8 / 1000)`, query.endDate);
  if (query.executionId !== undefined)
    where((p) => `l.execution_id = ANY(${p}::uuid[])`, [query.executionId].filter(isId));
  if (query.minDurationMs !== undefined) where((p) => `l.duration_ms >= ${p}::bigint`, query.minDurationMs);
  if (query.maxDurationMs !== undefined) where((p) => `l.duration_ms <= ${p}::bigint`, query.maxDurationMs);
  if (query.minCost !== undefined) where((p) => `l.cost_total >= ${p}::float8`, query.minCost);
  if (query.maxCost !== undefined) where((p) => `l.cost_total <= ${p}::float8`, query.maxCost);
  // No model's name has a NUL character, and Postgres's text can't hold one.
  if (query.model?.includes('\0')) clause.conditions.push('false');
  else if (query.model !== undefined) where((p) => `EXISTS (${modelCondition(p)})`, query.model);
  return clause;
}

const modelCondition = (parameter: string): string =>
  `SELECT FROM runtime.log_model m WHERE m.workspace_id = l.workspace_id AND m.model = ${parameter} AND m.started_at = l.started_at AND m.log_id = l.id`;
