import { open } from '../../platform/encryption/encryption';
import { env } from '../../platform/env';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { builtInVariables } from './built-in-variables';
import type { Variable } from './schema';
import { sealingContext } from './sealing-context';

/** By name, the built-in ones last; secrets without their values. */
export async function listVariables(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().variable.findMany({ where: { workspaceId }, orderBy: { name: 'asc' } });
  const own = rows.map(({ name, plain, ciphertext, updatedAt }): Variable => {
    const value = plain ? open(Buffer.from(ciphertext), sealingContext(workspaceId, name)) : null;
    return { name, builtIn: false, plain, value, updatedAt: updatedAt.toISOString() };
  });
  const builtIn = builtInVariables(env().NEXTAUTH_URL).map(
    ([name, value]): Variable => ({ name, builtIn: true, plain: true, value, updatedAt: null }),
  );
  return { data: [...own, ...builtIn] };
}
