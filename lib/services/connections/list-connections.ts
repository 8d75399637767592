import { env } from '../../platform/env';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { workflowsContaining } from '../workflows/workflows-containing';
import { CALLBACK_PATH } from './endpoints';
import { connectionOf, findConnection, WITH_PERSON } from './find-connection';

/** Returns the URL that must be registered with a provider, and is sent to it. */
export const redirectUri = (): string => new URL(env().NEXTAUTH_URL).origin + CALLBACK_PATH;

/** Lists connections by name, without secrets and tokens. */
export async function listConnections(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().connection.findMany({
    where: { workspaceId },
    orderBy: { name: 'asc' },
    include: WITH_PERSON,
  });
  return { data: rows.map(connectionOf), redirectUri: redirectUri() };
}

/** Returns the ids, to validate references in blocks. */
export async function connectionIds(workspaceId: string): Promise<string[]> {
  const rows = await prisma().connection.findMany({ where: { workspaceId }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Lists the workflows that reference it in their draft or live version, by name. */
export async function connectionUses(actor: Actor, params: { workspaceId: string; id: string }) {
  const { id, workspaceId } = await findConnection(actor, params, 'reader');
  return { data: await workflowsContaining(workspaceId, id) };
}
