import type { Actor } from '../auth/actor';
import { changeAccess } from '../auth/change-access';
import { insertWorkspace } from './insert-workspace';
import { workspaceOf } from './workspace-row';

/** Anybody with an account may; they become its owner, whose plan it runs on. */
export async function createWorkspace(actor: Actor, { name }: { name: string }) {
  const { workspace } = await changeAccess((tx) => insertWorkspace(tx, { name, ownerId: actor.userId }));
  return { data: workspaceOf(workspace, 'admin') };
}
