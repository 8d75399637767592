import type { Prisma } from '../../../generated/prisma/client';
import type { RemoveRows, RowsEnd } from '../define-tables';
import { allTables } from './all-tables';
import { WORKFLOW_ORDER, WORKSPACE_ORDER } from './removal-order';

type Transaction = Prisma.TransactionClient;

/**
 * Removes what rooms keep of a workflow, in the transaction that deletes it. What ends with an entry in the
 * audit, or stays, is not touched.
 */
export async function removeRowsOfWorkflow(tx: Transaction, workflowId: string): Promise<void> {
  for (const remove of removalsOf('workflow')) await remove(tx, workflowId);
}

/** Does the same for a workspace, before its row is deleted: foreign keys delete the rest with that. */
export async function removeRowsOfWorkspace(tx: Transaction, workspaceId: string): Promise<void> {
  for (const remove of removalsOf('workspace')) await remove(tx, workspaceId);
}

const ORDERS = { workflow: WORKFLOW_ORDER, workspace: WORKSPACE_ORDER };

/** Returns the statements in their order. @throws Error when a table is named more often than it has any */
export function removalsOf(subject: 'workflow' | 'workspace'): readonly RemoveRows[] {
  const left = new Map(allTables.map((table) => [table.name, [...statementsOf(table[subject])]]));
  return ORDERS[subject].map((name) => {
    const next = left.get(name)?.shift();
    if (next === undefined) throw new Error(`${name} has no further statement for a ${subject}.`);
    return next;
  });
}

/** Returns the statements of a table for a subject; none unless its rows are removed by any. */
export const statementsOf = (end: RowsEnd | undefined): readonly RemoveRows[] =>
  typeof end === 'object' && 'remove' in end ? end.remove : [];
