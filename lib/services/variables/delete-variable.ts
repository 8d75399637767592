import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { changeVariables } from './change-variables';
import { VariableName } from './schema';

export const deleteVariable = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: 'variable.deleted',
  transaction: changeVariables,
  async run(
    _: Actor,
    { workspaceId, name }: { workspaceId: string; name: string },
    change,
  ): Promise<undefined> {
    await change({ workspaceId }, async (tx) => {
      const known = VariableName.safeParse(name).success;
      const { count } = known ? await tx.variable.deleteMany({ where: { workspaceId, name } }) : { count: 0 };
      if (count === 0) throw new AppError('not_found', 'Variable not found.');
      return { result: undefined, audit: { target: name } };
    });
  },
});
