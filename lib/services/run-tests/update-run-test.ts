import type { ExpectationRule } from '../../core/run-tests/rule';
import type { TestContent } from '../../core/run-tests/test-content';
import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { changeTests, requireFreeName, requireRoomForBytes } from './change-tests';
import { readRunTest, type TestKey, testNotFound } from './find-run-test';
import type { RunTest } from './schema';
import { sealTest } from './sealed-test';
import { SHOWN, testOf } from './test-row';

export interface TestChange extends Partial<TestContent> {
  name?: string | undefined;
  tags?: string[] | undefined;
  rules?: ExpectationRule[] | undefined;
  /** The expected revision of the test; one that was changed since is refused. */
  revision?: number | undefined;
}

/**
 * Changes a test. @throws AppError not_found, forbidden, payload_too_large, quota_exceeded; conflict when the
 * name is taken, or its revision is no longer `revision`
 */
export const updateRunTest = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none; its size is checked in the transaction.' },
  audit: 'test.changed',
  transaction: changeTests,
  async run(
    actor: Actor,
    { name, tags, rules, kept, expected, revision, ...key }: TestKey & TestChange,
    change,
  ): Promise<{ data: RunTest }> {
    const { test, workspaceId, content } = await readRunTest(actor, key, 'writer');
    const { id: testId, workflowId } = test;
    const isSealedAgain = kept !== undefined || expected !== undefined;
    const sealed = isSealedAgain
      ? await sealTest(testId, { kept: kept ?? content.kept, expected: expected ?? content.expected })
      : null;
    const row = await change({ workspaceId, workflowId }, async (tx) => {
      // Content that was read before is written only if nobody changed the test meanwhile.
      await requireRevision(tx, testId, revision ?? (isSealedAgain ? test.revision : undefined));
      if (name !== undefined) await requireFreeName(tx, { workflowId, name, testId });
      if (sealed !== null) await requireRoomForBytes(tx, { workspaceId, bytes: sealed.bytes, testId });
      const result = await tx.runTest.update({
        where: { id: testId },
        data: {
          ...(name !== undefined && { name }),
          ...(tags !== undefined && { tags }),
          ...(rules !== undefined && { rules }),
          ...sealed,
          revision: { increment: 1 },
          updatedAt: new Date(),
        },
        select: SHOWN,
      });
      return { result, audit: { target: testId, detail: { name: result.name, workflowId } } };
    });
    return { data: testOf(row) };
  },
});

async function requireRevision(
  tx: Prisma.TransactionClient,
  testId: string,
  expected: number | undefined,
): Promise<void> {
  const now = await tx.runTest.findUnique({ where: { id: testId }, select: { revision: true } });
  if (now === null) throw testNotFound();
  if (expected !== undefined && now.revision !== expected)
    throw new AppError('conflict', 'Somebody else changed this test meanwhile. Look at it, then change it.');
}
