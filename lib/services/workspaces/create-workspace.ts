import type { Actor } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { requireRoomFor } from '../limits/quotas';
import { insertWorkspace } from './insert-workspace';
import { workspaceOf } from './workspace-row';

/** Anybody with an account may; they become its owner, whose plan it runs on. */
export async function createWorkspace(actor: Actor, { name }: { name: string }) {
  const { workspace } = await changeAccess(async (tx) => {
    await requireRoomFor(tx, 'ownedWorkspaces', actor.userId);
    return insertWorkspace(tx, { name, ownerId: actor.userId });
  });
  return { data: workspaceOf(workspace, 'admin') };
}
