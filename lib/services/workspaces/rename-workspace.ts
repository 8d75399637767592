import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { workspaceOf } from './workspace-row';

export const renameWorkspace = defineVerb({
  role: 'admin',
  quota: { none: 'It adds none.' },
  audit: { actions: ['workspace.renamed'], unless: 'it has that name already' },
  transaction: plainTransaction,
  async run(_: Actor, { id, name }: { id: string; name: string }, change) {
    const row = await change({ workspaceId: id }, async (tx) => {
      const before = await tx.workspace.findUniqueOrThrow({ where: { id } });
      const result = await tx.workspace.update({ where: { id }, data: { name } });
      const audit = { target: id, detail: { name, formerName: before.name } };
      return { result, audit: before.name === name ? null : audit };
    });
    return { data: workspaceOf(row, 'admin') };
  },
});
