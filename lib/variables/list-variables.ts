import { type Actor, requireRole } from '../auth/actor';
import { prisma } from '../db';
import { BUILT_IN_VARIABLES } from './built-in-variables';
import type { Variable } from './schema';

/** Names only, by name; the built-in ones last. */
export async function listVariables(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().variable.findMany({
    where: { workspaceId },
    select: { name: true, updatedAt: true },
    orderBy: { name: 'asc' },
  });
  const own: Variable[] = rows.map(({ name, updatedAt }) => {
    return { name, builtIn: false, updatedAt: updatedAt.toISOString() };
  });
  const builtIn = BUILT_IN_VARIABLES.map((name) => ({ name, builtIn: true, updatedAt: null }));
  return { data: [...own, ...builtIn] };
}
