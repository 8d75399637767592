import { createHash } from 'node:crypto';
import type { Invitation as Row } from '../../generated/prisma/client';
import type { Invitation } from './schema';

/** Only this is stored; the token itself is in the link alone. */
export function invitationTokenHash(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}

/** What makes an invitation usable at this moment. */
export const openInvitation = () => ({ acceptedAt: null, expiresAt: { gt: new Date() } });

export function invitationOf({ id, email, role, createdAt, expiresAt }: Row): Invitation {
  return { id, email, role, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
