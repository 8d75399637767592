import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { getMe } from './get-me';
import type { Me } from './schema';

export async function updateMe(actor: Actor, { name }: { name: string }): Promise<Me> {
  await prisma().user.update({ where: { id: actor.userId }, data: { name } });
  return getMe(actor);
}
