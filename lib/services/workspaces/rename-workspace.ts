import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { workspaceOf } from './workspace-row';

export async function renameWorkspace(actor: Actor, { id, name }: { id: string; name: string }) {
  requireRole(actor, id, 'admin');
  const row = await prisma().workspace.update({ where: { id }, data: { name } });
  return { data: workspaceOf(row, 'admin') };
}
