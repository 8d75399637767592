import type { LogView as Row } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId, newId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, hasRole, requireRole } from '../access/actor';
import { requireRoomFor } from '../limits/quotas';
import { logsPageQuery } from './logs-page-query';
import type { LogView } from './schema';

interface ViewKey {
  workspaceId: string;
  viewId: string;
}

/** One's own and the shared ones, by name. @throws AppError forbidden */
export async function listLogViews(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().logView.findMany({
    where: { workspaceId, OR: [{ userId: actor.userId }, { shared: true }] },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return { data: rows.map((row) => viewOf(actor, row)) };
}

/** Readers keep theirs to themselves. @throws AppError forbidden, quota_exceeded */
export async function createLogView(
  actor: Actor,
  { workspaceId, ...data }: { workspaceId: string; name: string; search: string; shared: boolean },
) {
  requireRole(actor, workspaceId, data.shared ? 'writer' : 'reader');
  const row = await prisma().$transaction(async (tx) => {
    await requireRoomFor(tx, 'logViews', workspaceId);
    return tx.logView.create({ data: { id: newId(), workspaceId, userId: actor.userId, ...data } });
  });
  return { data: viewOf(actor, row) };
}

/** @throws AppError not_found, the same for an unknown view and somebody's private one; forbidden */
export async function updateLogView(
  actor: Actor,
  { viewId, workspaceId, ...data }: ViewKey & { name?: string; search?: string; shared?: boolean },
) {
  const view = await editable(actor, { viewId, workspaceId });
  if (data.shared === true) requireRole(actor, workspaceId, 'writer');
  const row = await prisma().logView.update({ where: { id: view.id }, data });
  return { data: viewOf(actor, row) };
}

/** @throws AppError as `updateLogView` */
export async function deleteLogView(actor: Actor, key: ViewKey): Promise<void> {
  const { id } = await editable(actor, key);
  await prisma().logView.deleteMany({ where: { id } });
}

async function editable(actor: Actor, { workspaceId, viewId }: ViewKey): Promise<Row> {
  requireRole(actor, workspaceId, 'reader');
  const row = isId(viewId) ? await prisma().logView.findUnique({ where: { id: viewId } }) : null;
  if (row === null || row.workspaceId !== workspaceId || !(row.shared || row.userId === actor.userId))
    throw new AppError('not_found', 'This view does not exist any more.');
  if (!mayEdit(actor, row))
    throw new AppError('forbidden', 'Only the person who saved this view and admins can change it.');
  return row;
}

const mayEdit = (actor: Actor, { userId, workspaceId, shared }: Row): boolean =>
  userId === actor.userId || (shared && hasRole(actor, workspaceId, 'admin'));

function viewOf(actor: Actor, row: Row): LogView {
  const { id, name, shared, userId } = row;
  // Older ones were stored as they came.
  const search = logsPageQuery(row.search);
  return { id, name, search, shared, mine: userId === actor.userId, canEdit: mayEdit(actor, row) };
}
