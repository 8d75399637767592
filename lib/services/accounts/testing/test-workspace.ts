import { newId } from '../../../platform/ids';
import { prisma } from '../../../platform/postgres/db';
import type { Actor, Role, Scope } from '../../access/actor';
import { insertWorkspace } from '../../workspaces/insert-workspace';
import { insertUser } from '../insert-user';

export const TEST_PASSWORD = 'correct horse battery';

/**
 * A separate workspace with a person for each role, all of them real rows, and a stranger who has another
 * workspace.
 */
export interface TestWorkspace {
  workspaceId: string;
  exampleId: string;
  owner: Actor;
  admin: Actor;
  writer: Actor;
  reader: Actor;
  stranger: Actor;
  strangersWorkspaceId: string;
}

export async function mintWorkspace(): Promise<TestWorkspace> {
  const ownerId = await mintUser('owner');
  const made = await prisma().$transaction((tx) => insertWorkspace(tx, { name: 'Mill', ownerId }));
  const workspaceId = made.workspace.id;
  const member = async (role: Role): Promise<Actor> => {
    const userId = await mintUser(role);
    await prisma().membership.create({ data: { workspaceId, userId, role } });
    return actorOf(userId, workspaceId, role);
  };
  const strangerId = await mintUser('stranger');
  const elsewhere = await prisma().$transaction((tx) =>
    insertWorkspace(tx, { name: 'Elsewhere', ownerId: strangerId }),
  );
  return {
    workspaceId,
    exampleId: made.workflowId,
    owner: actorOf(ownerId, workspaceId, 'admin'),
    admin: await member('admin'),
    writer: await member('writer'),
    reader: await member('reader'),
    stranger: actorOf(strangerId, elsewhere.workspace.id, 'admin'),
    strangersWorkspaceId: elsewhere.workspace.id,
  };
}

/** @returns the id */
export async function mintUser(name: string, passwordHash: string | null = null): Promise<string> {
  const email = `${name}-${newId()}@example.com`;
  return prisma().$transaction((tx) => insertUser(tx, { email, name, passwordHash }));
}

function actorOf(userId: string, workspaceId: string, role: Role): Actor {
  return { kind: 'user', userId, roles: new Map([[workspaceId, role]]) };
}

/** Returns the same person as an API key. */
export function byKey(actor: Actor, scopes: readonly Scope[]): Actor {
  return { ...actor, kind: 'apiKey', keyId: newId(), scopes: new Set(scopes), planHolderId: actor.userId };
}
