import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { readLaterTries } from './get-later-tries';
import type { LaterTries, LaterTriesNow } from './schema';

/**
 * Sets when failed runs of a workflow are tried again, from the next failure on. @throws AppError not_found,
 * forbidden
 */
export const setLaterTries = defineVerb({
  role: 'writer',
  quota: { none: 'A workflow has one row at most.' },
  audit: 'workflow.later_tries_set',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id, ...rule }: { id: string } & LaterTries,
    change,
  ): Promise<{ data: LaterTriesNow }> {
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    await change({ workspaceId }, async (tx) => {
      await putRule(tx, id, rule);
      const detail = { ...rule, waitsSeconds: rule.waitsSeconds.map(String) };
      return { result: undefined, audit: { target: id, detail } };
    });
    return { data: await readLaterTries(id) };
  },
});

async function putRule(tx: Prisma.TransactionClient, id: string, rule: LaterTries): Promise<void> {
  const { tries, waitsSeconds, failures, codes } = rule;
  if (tries === null) {
    await tx.$executeRaw`DELETE FROM runtime.retry_rule WHERE workflow_id = ${id}::uuid`;
    return;
  }
  // Waits for whoever deletes the workflow, so that no row is left behind.
  const found = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM workflow WHERE id = ${id}::uuid AND deleted_at IS NULL FOR SHARE`;
  if (found.length === 0) throw new AppError('not_found', 'Workflow not found.');
  await tx.$executeRaw`
    INSERT INTO runtime.retry_rule (workflow_id, tries, waits, failures, codes)
    VALUES (${id}::uuid, ${tries}::smallint, ${waitsSeconds}::integer[], ${failures}, ${codes}::text[])
    ON CONFLICT (workflow_id) DO UPDATE SET tries = excluded.tries, waits = excluded.waits,
      failures = excluded.failures, codes = excluded.codes`;
}
