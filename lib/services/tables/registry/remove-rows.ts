import type { Prisma } from '../../../generated/prisma/client';
import type { DeletedRuns, RemoveRows, RemoveRuns, RowsEnd, RunsEnd } from '../define-tables';
import { allTables } from './all-tables';
import { RUN_ORDER, WORKFLOW_ORDER, WORKSPACE_ORDER } from './removal-order';

type Transaction = Prisma.TransactionClient;

/**
 * Removes what rooms keep of a workflow, in the transaction that deletes it. What can be restored with it, ends
 * with an entry in the audit, or stays, is not touched.
 */
export async function removeRowsOfWorkflow(tx: Transaction, workflowId: string): Promise<void> {
  for (const [place, remove] of removalsOf('workflow').entries())
    if (!RESTORABLE.has(WORKFLOW_ORDER[place]!)) await remove(tx, workflowId);
}

/** Removes the rest, in the transaction after which it can't be restored any more. */
export async function purgeRowsOfWorkflow(tx: Transaction, workflowId: string): Promise<void> {
  for (const remove of removalsOf('workflow')) await remove(tx, workflowId);
}

const RESTORABLE: ReadonlySet<string> = new Set(
  allTables.filter(({ workflow }) => isRestorable(workflow)).map(({ name }) => name),
);

function isRestorable(end: RowsEnd | undefined): boolean {
  return typeof end === 'object' && 'remove' in end && end.restorable === true;
}

/** Does the same for a workspace, before its row is deleted: foreign keys delete the rest with that. */
export async function removeRowsOfWorkspace(tx: Transaction, workspaceId: string): Promise<void> {
  for (const remove of removalsOf('workspace')) await remove(tx, workspaceId);
}

/**
 * Does the same for finished runs. Whoever adds logs up, or groups them, has committed or does not see them
 * any more.
 */
export async function removeRowsOfRuns(tx: Transaction, runs: DeletedRuns): Promise<void> {
  for (const remove of removalsOf('run')) await remove(tx, runs);
}

const ORDERS = { workflow: WORKFLOW_ORDER, workspace: WORKSPACE_ORDER, run: RUN_ORDER };

/** Returns the statements in their order. @throws Error when a table is named more often than it has any */
export function removalsOf(subject: 'workflow' | 'workspace'): readonly RemoveRows[];
export function removalsOf(subject: 'run'): readonly RemoveRuns[];
export function removalsOf(subject: keyof typeof ORDERS): ReadonlyArray<RemoveRows | RemoveRuns> {
  const left = new Map(allTables.map((table) => [table.name, [...statementsOf(table[subject])]]));
  return ORDERS[subject].map((name) => {
    const next = left.get(name)?.shift();
    if (next === undefined) throw new Error(`${name} has no further statement for a ${subject}.`);
    return next;
  });
}

/** Returns the statements of a table for a subject; none unless its rows are removed by any. */
export const statementsOf = (end: RowsEnd | RunsEnd | undefined): ReadonlyArray<RemoveRows | RemoveRuns> =>
  typeof end === 'object' && 'remove' in end ? end.remove : [];
