import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { readWorkflow } from '../workflows/find-workflow';
import { openDocument } from '../workflows/stored-document';
import { readRunLimits } from './get-run-limits';
import type { RunLimits, RunLimitsNow } from './schema';
import { whyNotKey } from './why-not-key';

/**
 * Sets how many runs of a workflow go on at once, from now on and also for what waits. @throws AppError
 * not_found, forbidden; invalid_request for a key that no start has
 */
export const setRunLimits = defineVerb({
  role: 'writer',
  quota: { none: 'A workflow has one row at most.' },
  audit: 'workflow.run_limits_set',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id, ...limits }: { id: string } & RunLimits,
    change,
  ): Promise<{ data: RunLimitsNow }> {
    const { workspaceId, document } = await readWorkflow(actor, id, 'writer');
    if (limits.key !== null) requireKey(limits.key, openDocument(id, document));
    await change({ workspaceId }, async (tx) => {
      await putLimits(tx, id, limits);
      return { result: undefined, audit: { target: id, detail: { ...limits } } };
    });
    // Starts are asked for their key from now on; what waits may have room now.
    await notify('workflow', id);
    await notify('turns', id);
    return { data: await readRunLimits(id) };
  },
});

async function putLimits(tx: Prisma.TransactionClient, id: string, limits: RunLimits): Promise<void> {
  const { atOnce, perKey, key, beyond, debounceSeconds, debounceInputs } = limits;
  if (atOnce === null && perKey === null && debounceSeconds === null) {
    await tx.$executeRaw`DELETE FROM runtime.run_limit WHERE workflow_id = ${id}::uuid`;
    return;
  }
  // Waits for whoever deletes the workflow, so that no row is left behind.
  const found = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM workflow WHERE id = ${id}::uuid AND deleted_at IS NULL FOR SHARE`;
  if (found.length === 0) throw new AppError('not_found', 'Workflow not found.');
  await tx.$executeRaw`
    INSERT INTO runtime.run_limit (workflow_id, at_once, per_key, key, beyond, debounce_seconds, debounce_inputs)
    VALUES (${id}::uuid, ${atOnce}::integer, ${perKey}::integer, ${key}, ${beyond}, ${debounceSeconds}::integer,
      ${debounceInputs})
    ON CONFLICT (workflow_id) DO UPDATE SET at_once = excluded.at_once, per_key = excluded.per_key,
      key = excluded.key, beyond = excluded.beyond, debounce_seconds = excluded.debounce_seconds,
      debounce_inputs = excluded.debounce_inputs`;
}

function requireKey(key: string, document: Parameters<typeof whyNotKey>[1]): void {
  const message = whyNotKey(key, document);
  if (message === null) return;
  throw new AppError('invalid_request', message, {
    issues: [{ param: 'key', code: 'param_invalid', message }],
  });
}
