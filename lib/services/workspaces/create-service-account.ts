import { newId } from '../../platform/ids';
import type { Actor, Role } from '../access/actor';
import { requireScopesOfRole } from '../access/require-scope';
import { accessTransaction, defineVerb } from '../verbs/define-verb';
import { requireRoomFor } from '../verbs/quotas';
import { findMember } from './member-row';
import type { Member } from './schema';

export interface CreateServiceAccount {
  workspaceId: string;
  name: string;
  role: Role;
}

/**
 * Creates a service account: a member without a password, for which only its API keys act. It belongs to the
 * workspace, and stays when its maker leaves. @throws AppError forbidden, quota_exceeded
 */
export const createServiceAccount = defineVerb({
  role: 'admin',
  quota: 'serviceAccounts',
  audit: 'member.service_account_created',
  transaction: accessTransaction,
  async run(
    actor: Actor,
    { workspaceId, name, role }: CreateServiceAccount,
    change,
  ): Promise<{ data: Member }> {
    requireScopesOfRole(actor, role);
    const userId = await change({ workspaceId }, async (tx) => {
      await requireRoomFor(tx, 'members', workspaceId);
      const id = newId();
      const memberships = { create: { workspaceId, role } };
      await tx.user.create({ data: { id, email: serviceEmail(id), name, isService: true, memberships } });
      return { result: id, audit: { target: id, detail: { name, role } } };
    });
    return { data: await findMember(workspaceId, userId) };
  },
});

/** Accounts need an address of their own; no mail arrives at this one (RFC 2606). */
const serviceEmail = (id: string): string => `service-${id}@accounts.invalid`;
