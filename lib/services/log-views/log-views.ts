import type { LogView as Row } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId, newId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, hasRole, requireRole } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { logsPageQuery } from './logs-page-query';
import type { LogView } from './schema';

interface ViewKey {
  workspaceId: string;
  viewId: string;
}

interface ViewParts {
  name: string;
  search: string;
  shared: boolean;
}
type NewView = ViewParts & { workspaceId: string };
const PRIVATE = 'nobody else sees a view that is not shared';
const SAVED_BY = {
  none: 'Who saved a view may, and admins if it is shared: the verb asks for that.',
} as const;

/** Lists the actor's own and the shared views, by name. @throws AppError forbidden */
export async function listLogViews(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().logView.findMany({
    where: { workspaceId, OR: [{ userId: actor.userId }, { shared: true }] },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return { data: rows.map((row) => viewOf(actor, row)) };
}

/** Creates a view; readers can't share theirs. @throws AppError forbidden, quota_exceeded */
export const createLogView = defineVerb({
  role: 'reader',
  quota: 'logViews',
  audit: { actions: ['log_view.created'], unless: PRIVATE },
  transaction: plainTransaction,
  async run(actor: Actor, { workspaceId, ...data }: NewView, change) {
    if (data.shared) requireRole(actor, workspaceId, 'writer');
    const row = await change({ workspaceId }, async (tx) => {
      const result = await tx.logView.create({
        data: { id: newId(), workspaceId, userId: actor.userId, ...data },
      });
      return { result, audit: auditOf(result) };
    });
    return { data: viewOf(actor, row) };
  },
});

/** @throws AppError not_found, the same for an unknown view and another person's private one; forbidden */
export const updateLogView = defineVerb({
  role: SAVED_BY,
  quota: { none: 'It adds none.' },
  audit: { actions: ['log_view.updated'], unless: PRIVATE },
  transaction: plainTransaction,
  async run(actor: Actor, { viewId, workspaceId, ...data }: ViewKey & Partial<ViewParts>, change) {
    const { id, shared } = await editable(actor, { viewId, workspaceId });
    if (data.shared === true) requireRole(actor, workspaceId, 'writer');
    const row = await change({ workspaceId }, async (tx) => {
      const result = await tx.logView.update({ where: { id }, data });
      return { result, audit: auditOf({ ...result, shared: shared || result.shared }) };
    });
    return { data: viewOf(actor, row) };
  },
});

/** @throws AppError as `updateLogView` */
export const deleteLogView = defineVerb({
  role: SAVED_BY,
  quota: { none: 'It makes room.' },
  audit: { actions: ['log_view.deleted'], unless: PRIVATE },
  transaction: plainTransaction,
  async run(actor: Actor, key: ViewKey, change): Promise<undefined> {
    const view = await editable(actor, key);
    await change(key, async (tx) => {
      await tx.logView.deleteMany({ where: { id: view.id } });
      return { result: undefined, audit: auditOf(view) };
    });
  },
});

const auditOf = ({ id, name, shared }: Row) => (shared ? { target: id, detail: { name } } : null);

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
  // Older ones were stored unfiltered.
  const search = logsPageQuery(row.search);
  return { id, name, search, shared, mine: userId === actor.userId, canEdit: mayEdit(actor, row) };
}
