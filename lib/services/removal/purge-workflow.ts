import type { Prisma } from '../../generated/prisma/client';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { purgeSubscriptions } from '../outgoing-webhooks/end-subscriptions';
import { purgeRowsOfWorkflow } from '../tables/registry/remove-rows';
import { restorableSince } from '../tables/restorable';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findDeleted } from './find-deleted';

const NOTHING = { blocks: {}, edges: [], loops: {}, parallels: {} };
const IDS_AT_ONCE = 100;

/** Deletes a deleted workflow for good. Its row stays, emptied, so that its logs keep a name. */
export const purgeWorkflow = defineVerb({
  role: 'admin',
  quota: { none: 'It makes room.' },
  audit: { actions: ['workflow.purged'], unless: 'somebody else restored or purged it at the same moment' },
  transaction: plainTransaction,
  async run(actor: Actor, { id }: { id: string }, change): Promise<undefined> {
    const { workspaceId } = await findDeleted(actor, id, 'admin');
    await change({ workspaceId }, async (tx) => {
      const isPurged = await purge(tx, id);
      return { result: undefined, audit: isPurged ? { target: id } : null };
    });
  },
});

/**
 * Purges the workflows that can no longer be restored, each in a transaction of its own. One that can't be
 * purged keeps no other of the same batch waiting.
 */
export async function purgeOldWorkflows(signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (let found = IDS_AT_ONCE; found === IDS_AT_ONCE && failures.length === 0 && !signal.aborted; ) {
    const rows = await prisma().workflow.findMany({
      where: { deletedAt: { lte: restorableSince() }, purgedAt: null },
      orderBy: { deletedAt: 'asc' },
      take: IDS_AT_ONCE,
      select: { id: true },
    });
    for (const { id } of rows) {
      if (signal.aborted) return;
      await prisma()
        .$transaction((tx) => purge(tx, id))
        .catch((error) => failures.push(error));
    }
    found = rows.length;
  }
  if (failures.length > 0) throw failures[0];
}

/** @returns false if it is no longer deleted, or purged already */
async function purge(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  const { count } = await tx.workflow.updateMany({
    where: { id, deletedAt: { not: null }, purgedAt: null },
    data: { purgedAt: new Date(), document: NOTHING, deletedLiveVersion: null },
  });
  if (count === 0) return false;
  await purgeRowsOfWorkflow(tx, id);
  await purgeSubscriptions(tx, id);
  return true;
}
