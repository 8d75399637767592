import { env } from '../../platform/env';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { builtInVariables } from './built-in-variables';
import type { Variable } from './schema';
import { variableOf } from './variable-row';

/** Lists variables by name, the built-in ones last; secrets without their values. */
export async function listVariables(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().variable.findMany({ where: { workspaceId }, orderBy: { name: 'asc' } });
  const builtIn = builtInVariables(env().NEXTAUTH_URL).map(
    ([name, value]): Variable => ({
      name,
      builtIn: true,
      plain: true,
      value,
      sameForLive: true,
      liveValue: null,
      updatedAt: null,
    }),
  );
  return { data: [...rows.map(variableOf), ...builtIn] };
}
