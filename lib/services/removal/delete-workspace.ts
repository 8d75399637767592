import { AppError } from '../../platform/errors';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { removeRowsOfWorkspace } from '../tables/registry/remove-rows';
import { defineVerb } from '../verbs/define-verb';

const DELETE_TIMEOUT_MS = 10 * 60_000;

/**
 * Deletes a workspace with its workflows, variables, connections and logs; running executions are
 * cancelled, waiting ones are dropped. Owner only; `name` repeats its name.
 * @throws AppError forbidden, invalid_request
 */
export const deleteWorkspace = defineVerb({
  role: 'admin',
  quota: { none: 'It makes room.' },
  audit: 'workspace.deleted',
  transaction: (_, work) => changeAccess(work, DELETE_TIMEOUT_MS),
  async run(actor: Actor, { id, name }: { id: string; name: string }, change): Promise<undefined> {
    await change({ workspaceId: id }, async (tx) => {
      const workspace = await tx.workspace.findUniqueOrThrow({ where: { id } });
      if (workspace.ownerId !== actor.userId)
        throw new AppError('forbidden', 'Only the owner of a workspace can delete it.');
      if (workspace.name !== name) throw wrongName();
      await tx.$executeRaw`SET LOCAL statement_timeout = 0`;
      await removeRowsOfWorkspace(tx, id);
      await tx.workspace.delete({ where: { id } });
      return { result: undefined, audit: { workspaceId: null, target: id, detail: { name } } };
    });
    await notify('removed', id);
    await notify('workflow', '');
    await notify('variables', id);
    await notify('connections', '');
  },
});

function wrongName(): AppError {
  const message = 'Type the workspace’s name exactly.';
  return new AppError('invalid_request', message, {
    issues: [{ param: 'name', code: 'param_invalid', message }],
  });
}
