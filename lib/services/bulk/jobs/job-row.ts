import type { ReplayVersion } from '../../runs/shapes/replay-version';
import type { BulkJob, BulkKind, BulkSelection, BulkState } from '../schema';

// The cursor of a list is to the millisecond, as the column is.
export const SELECT_JOBS = `
SELECT j.id, j.workspace_id, j.kind, j.version, j.selection, j.is_selected, j.per_second, j.state, j.matching,
  j.total, j.done, j.problem, j.created_by, u.name AS created_by_name, j.created_at, j.finished_at
FROM runtime.bulk_job j LEFT JOIN "user" u ON u.id = j.created_by`;

export interface JobRow {
  id: string;
  workspace_id: string;
  kind: BulkKind;
  version: ReplayVersion | null;
  selection: BulkSelection;
  is_selected: boolean;
  per_second: number;
  state: BulkState;
  matching: number;
  total: number;
  done: number;
  problem: string | null;
  created_by: string;
  created_by_name: string | null;
  created_at: Date;
  finished_at: Date | null;
}

export const toJob = (row: JobRow): BulkJob => ({
  id: row.id,
  workspaceId: row.workspace_id,
  kind: row.kind,
  select: shownSelection(row.selection),
  version: row.version,
  perSecond: row.per_second,
  state: row.state,
  isSelecting: row.state === 'running' && !row.is_selected,
  matching: row.matching,
  total: row.total,
  done: row.done,
  problem: row.problem,
  createdBy: row.created_by_name === null ? null : { id: row.created_by, name: row.created_by_name },
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});

/** Ids are in the items, from which a deleted run disappears; here they would stay. */
function shownSelection({ filter, errorGroupId, executions, ...named }: BulkSelection): BulkJob['select'] {
  if (filter !== undefined) return { filter };
  if (errorGroupId !== undefined) return { errorGroupId };
  if (executions !== undefined) return { executions };
  return Object.fromEntries(Object.keys(named).map((name) => [name, []]));
}
