import { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, mayReadRuns } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findGroup, nameOfGroup } from './find-group';
import { getErrorGroup } from './get-group';
import type { ErrorGroupChange, ErrorGroupDetail } from './schema';

/**
 * Sets a group's state, or who looks after it. What the change leaves out stays as it is.
 * @throws AppError not_found; forbidden, also for a key that may not read logs; invalid_request for a time
 * that is over, and for somebody who is no member
 */
export const changeErrorGroup = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'error_group.updated',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id: named, ...wanted }: ErrorGroupChange & { id: string },
    change,
  ): Promise<{ data: ErrorGroupDetail }> {
    requireLogsToo(actor);
    const group = await findGroup(actor, named, 'writer');
    const { id, workspace_id: workspaceId } = group;
    requireFuture(wanted.ignoredUntil ?? null);
    const assignee = await assigneeIn(workspaceId, wanted.assigneeId ?? null);
    await change({ workspaceId }, async (tx) => {
      const count = await tx.$executeRaw`
        UPDATE runtime.error_group SET ${Prisma.join([
          ...stateColumns(actor, wanted),
          ...(wanted.assigneeId === undefined
            ? []
            : [Prisma.sql`assignee_id = ${assignee?.userId ?? null}::uuid`]),
        ])} WHERE id = ${id}::uuid`;
      if (count === 0) throw new AppError('not_found', 'This error was deleted meanwhile.');
      const detail = { name: nameOfGroup(group), ...changed(wanted, assignee?.name ?? 'nobody') };
      return { result: undefined, audit: { target: id, detail } };
    });
    return getErrorGroup(actor, { id });
  },
});

/** The answer shows what logs hold. @throws AppError forbidden */
function requireLogsToo(actor: Actor): void {
  if (!mayReadRuns(actor))
    throw new AppError('forbidden', 'This needs a key with the scope logs:read as well.');
}

function stateColumns(
  { userId }: Actor,
  { state, resolvedInVersion = null, ignoredUntil = null }: ErrorGroupChange,
): Prisma.Sql[] {
  if (state === undefined) return [];
  return [
    Prisma.sql`state = ${state}`,
    Prisma.sql`state_at = now()`,
    Prisma.sql`state_by = ${userId}::uuid`,
    Prisma.sql`resolved_version = ${resolvedInVersion}::integer`,
    Prisma.sql`ignored_until = to_timestamp(${ignoredUntil}::float8 / 1000)`,
  ];
}

/** The change as the audit shows it. */
function changed(
  { state, resolvedInVersion, ignoredUntil, assigneeId }: ErrorGroupChange,
  assignee: string,
): Record<string, string | number> {
  return {
    ...(state !== undefined && { state }),
    ...(resolvedInVersion != null && { resolvedInVersion }),
    ...(ignoredUntil != null && { ignoredUntil: new Date(ignoredUntil).toISOString() }),
    ...(assigneeId !== undefined && { assignedTo: assignee }),
  };
}

/** @param untilMs milliseconds since 1970 */
function requireFuture(untilMs: number | null): void {
  if (untilMs === null || untilMs > Date.now()) return;
  throw refused('ignoredUntil', 'Choose a time in the future.');
}

interface Assignee {
  userId: string;
  name: string;
}

async function assigneeIn(workspaceId: string, userId: string | null): Promise<Assignee | null> {
  if (userId === null) return null;
  const member = isId(userId)
    ? await prisma().membership.findFirst({
        where: { workspaceId, userId, user: { isService: false } },
        select: { userId: true, user: { select: { name: true } } },
      })
    : null;
  if (member === null) throw refused('assigneeId', 'No person of the workspace has this id.');
  return { userId: member.userId, name: member.user.name };
}

const refused = (param: string, message: string): AppError =>
  new AppError('invalid_request', message, { issues: [{ param, code: 'param_invalid', message }] });
