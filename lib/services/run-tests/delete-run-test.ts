import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { changeTests } from './change-tests';
import { findRunTest, type TestKey } from './find-run-test';

/** @throws AppError not_found, forbidden */
export const deleteRunTest = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: { actions: ['test.deleted'], unless: 'somebody else deleted it at the same moment' },
  transaction: changeTests,
  async run(actor: Actor, key: TestKey, change): Promise<undefined> {
    const { test, workspaceId } = await findRunTest(actor, key, 'writer');
    const { id, workflowId, name } = test;
    await change({ workspaceId, workflowId }, async (tx) => {
      const { count } = await tx.runTest.deleteMany({ where: { id } });
      const audit = { target: id, detail: { name, workflowId } };
      return { result: undefined, audit: count === 0 ? null : audit };
    });
  },
});
