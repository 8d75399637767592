import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, hasRole, requireRole } from '../access/actor';
import type { Budget } from './schema';

const READ = `
SELECT b.id, b.workspace_id AS "workspaceId", b.external_id AS "externalId", b.workflow_id AS "workflowId",
  w.name AS "workflowName", b.measure, b.server, b.most AS "limit", b.within_minutes AS "withinMinutes", b.lift,
  b.waiting_callers AS "waitingCallers", b.counted, b.window_start AS "windowStartedAt",
  b.window_start + make_interval(mins => b.within_minutes) AS "windowEndsAt", b.reached_at AS "reachedAt",
  b.created_at AS "createdAt"
FROM runtime.budget b LEFT JOIN workflow w ON w.id = b.workflow_id`;
// Those of deleted workflows are there again when these are restored.
const LIST = `${READ} WHERE b.workspace_id = $1 AND (b.workflow_id IS NULL OR w.deleted_at IS NULL)
ORDER BY b.workflow_id NULLS FIRST, b.id`;
const READ_ONE = `${READ} WHERE b.id = $1`;
const FIND_PUT = `${READ} WHERE b.workspace_id = $1 AND b.external_id = $2`;

type Times = 'windowStartedAt' | 'windowEndsAt' | 'createdAt';
type Row = Omit<Budget, Times | 'reachedAt'> & Record<Times, Date> & { reachedAt: Date | null };

/** @throws AppError forbidden */
export async function listBudgets(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: Budget[] }> {
  requireRole(actor, workspaceId, 'reader');
  const { rows } = await pool().query<Row>({ name: 'list-budgets', text: LIST, values: [workspaceId] });
  return { data: rows.map(toBudget) };
}

/** @throws AppError not_found, also for a budget that the actor may not read */
export async function findBudget(actor: Actor, id: string): Promise<Budget> {
  const budget = isId(id) ? await readBudget(id) : null;
  if (budget === null || !hasRole(actor, budget.workspaceId, 'reader'))
    throw new AppError('not_found', 'Budget not found.');
  return budget;
}

export async function readBudget(id: string): Promise<Budget | null> {
  const { rows } = await pool().query<Row>({ name: 'read-budget', text: READ_ONE, values: [id] });
  return rows[0] === undefined ? null : toBudget(rows[0]);
}

/** Authorise the workspace first. */
export async function budgetOfExternalId(workspaceId: string, externalId: string): Promise<Budget | null> {
  const { rows } = await pool().query<Row>({
    name: 'read-budget-by-external-id',
    text: FIND_PUT,
    values: [workspaceId, externalId],
  });
  return rows[0] === undefined ? null : toBudget(rows[0]);
}

const toBudget = ({ windowStartedAt, windowEndsAt, reachedAt, createdAt, ...row }: Row): Budget => ({
  ...row,
  windowStartedAt: windowStartedAt.toISOString(),
  windowEndsAt: windowEndsAt.toISOString(),
  reachedAt: reachedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});
