import type { Actor } from '../access/actor';
import { accessTransaction, defineVerb } from '../verbs/define-verb';
import { insertWorkspace } from './insert-workspace';
import { workspaceOf } from './workspace-row';

/** Creates a workspace; the actor becomes its owner, whose plan it uses. */
export const createWorkspace = defineVerb({
  role: { none: 'Anybody with an account may.' },
  quota: 'ownedWorkspaces',
  audit: 'workspace.created',
  transaction: accessTransaction,
  async run({ userId }: Actor, { name }: { name: string }, change) {
    const row = await change({ workspaceId: null }, async (tx) => {
      const { workspace } = await insertWorkspace(tx, { name, ownerId: userId });
      const { id } = workspace;
      return { result: workspace, audit: { workspaceId: id, target: id, detail: { name } } };
    });
    return { data: workspaceOf(row, 'admin') };
  },
});
