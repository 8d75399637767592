import type { Invitation as Row } from '../../generated/prisma/client';
import type { Invitation } from './schema';

/** Returns the conditions of an invitation that is usable now. */
export const openInvitation = () => ({ acceptedAt: null, expiresAt: { gt: new Date() } });

export function invitationOf({ id, email, role, createdAt, expiresAt }: Row): Invitation {
  return { id, email, role, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
