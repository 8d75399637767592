import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { apiKeyOf, WITH_WORKSPACES } from './api-key-row';
import { findApiKey } from './find-api-key';

export async function renameApiKey(actor: Actor, { id, name }: { id: string; name: string }) {
  await findApiKey(prisma(), actor, id);
  const row = await prisma().apiKey.update({ where: { id }, data: { name }, include: WITH_WORKSPACES });
  return { data: apiKeyOf(row) };
}
