import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { findWorkflow } from '../workflows/find-workflow';
import { threadOf, WITH_COMMENTS } from './find-thread';

/** Lists threads, the newest first. @throws AppError not_found */
export async function listComments(actor: Actor, { id }: { id: string }) {
  await findWorkflow(actor, id, 'reader');
  // Read first: a change made meanwhile has a new revision, so the comments are read again.
  const revision = await commentsRevision(id);
  const rows = await prisma().commentThread.findMany({
    where: { workflowId: id },
    include: WITH_COMMENTS,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return { data: rows.map(threadOf), revision };
}

/** Returns a revision that differs after each change of the workflow's comments. */
export async function commentsRevision(workflowId: string): Promise<string> {
  const [row] = await prisma().$queryRaw<Array<{ revision: string | null }>>`
    SELECT md5(string_agg(id || ' ' || revision, ',' ORDER BY id)) AS revision
    FROM comment_thread WHERE workflow_id = ${workflowId}::uuid`;
  return row?.revision ?? 'none';
}
