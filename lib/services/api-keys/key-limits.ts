import type { Prisma } from '../../generated/prisma/client';
import { parseRanges } from '../../platform/addresses/client-address';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';

/** Where a key may be used from, and for which workflows; null and undefined: everywhere, all. */
export interface KeyLimits {
  addresses?: readonly string[] | null | undefined;
  workflowIds?: readonly string[] | null | undefined;
}

/** The limits as they are kept. */
export interface VettedLimits {
  addresses: string[] | null;
  workflowIds: string[] | null;
}

/**
 * Checks the limits of a key of these workspaces; returns them without repetitions.
 * @param known ids of workflows that need no check @throws AppError invalid_request
 */
export async function vetLimits(
  tx: Prisma.TransactionClient,
  { addresses, workflowIds }: KeyLimits,
  workspaceIds: readonly string[],
  known: ReadonlySet<string> = new Set(),
): Promise<VettedLimits> {
  const ranges = addresses ? [...new Set(addresses)] : null;
  for (const range of ranges ?? []) requireRange(range);
  const ids = workflowIds ? [...new Set(workflowIds)] : null;
  const unknown = (ids ?? []).filter((id) => !known.has(id));
  if (unknown.length > 0) await requireWorkflows(tx, unknown, workspaceIds);
  return { addresses: ranges, workflowIds: ids };
}

function requireRange(range: string): void {
  try {
    parseRanges(range);
  } catch {
    throw invalid(
      'addresses',
      `“${range}” is neither an address nor a range, such as 203.0.113.7 or 203.0.113.0/24.`,
    );
  }
}

/** The same answer for workflows that are deleted, unknown and elsewhere. */
async function requireWorkflows(
  tx: Prisma.TransactionClient,
  ids: readonly string[],
  workspaceIds: readonly string[],
): Promise<void> {
  const where = { id: { in: ids.filter(isId) }, workspaceId: { in: [...workspaceIds] }, deletedAt: null };
  const found = new Set((await tx.workflow.findMany({ where, select: { id: true } })).map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined)
    throw invalid('workflowIds', `There is no workflow ${missing.slice(0, 60)} in the key’s workspaces.`);
}

function invalid(param: 'addresses' | 'workflowIds', message: string): AppError {
  return new AppError('invalid_request', message, { issues: [{ param, code: 'param_invalid', message }] });
}
