import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { findWorkflow } from '../workflows/find-workflow';
import type { WorkflowVersion } from './schema';
import { versionOf, WITH_AUTHOR } from './version-row';

interface ListVersions {
  id: string;
  cursor?: string | undefined;
  limit: number;
}

/** Lists the newest first; `nextCursor` is null at the end. @throws AppError not_found, cursor_invalid */
export async function listVersions(
  actor: Actor,
  { id, cursor, limit }: ListVersions,
): Promise<{ data: WorkflowVersion[]; nextCursor: string | null }> {
  const { liveVersion } = await findWorkflow(actor, id, 'reader');
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const rows = await prisma().workflowVersion.findMany({
    where: { workflowId: id, ...(before === undefined ? {} : { number: { lt: before } }) },
    include: WITH_AUTHOR,
    orderBy: { number: 'desc' },
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map((row) => versionOf(row, liveVersion)),
    nextCursor: last === undefined ? null : String(last.number),
  };
}

/** Returns the number of the last version seen. */
function readCursor(cursor: string): number {
  if (/^[1-9]\d{0,8}$/.test(cursor)) return Number(cursor);
  throw new AppError(
    'cursor_invalid',
    'This cursor was not issued by this server. Start again without a cursor.',
    { issues: [{ param: 'cursor', code: 'cursor_invalid', message: 'Pass nextCursor as it was given.' }] },
  );
}
