import { z } from 'zod';
import { singleLineText } from '../../platform/text/text-schemas';
import { ROLES } from '../access/actor';

export const WorkspaceName = singleLineText(80);

/** `role` is the caller's. */
export const Workspace = z
  .object({
    id: z.string(),
    name: z.string(),
    ownerId: z.string(),
    role: z.enum(ROLES),
    createdAt: z.string(),
  })
  .meta({ id: 'Workspace' });
export type Workspace = z.infer<typeof Workspace>;

export const Member = z
  .object({
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    /** Whether anybody vouches that the address is theirs. */
    emailVerified: z.boolean(),
    role: z.enum(ROLES),
    /** The plan holder; can't be removed, nor made less than admin. */
    isOwner: z.boolean(),
    joinedAt: z.string(),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof Member>;

/** An open invitation. Its link is sent by e-mail, or shown once, when it is made. */
export const Invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    createdAt: z.string(),
    expiresAt: z.string(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;

/** What the holder of an invitation link sees before accepting. */
export const InvitationPreview = z
  .object({
    workspaceName: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    /** True: the e-mail has an account, so its owner signs in first; false: accepting creates one. */
    hasAccount: z.boolean(),
    /**
     * The account's address was never proven, and this link came there by e-mail: whoever has it may also
     * take the account with a name and a password of their own. Its sessions and API keys end then.
     */
    mayClaim: z.boolean(),
  })
  .meta({ id: 'InvitationPreview' });
export type InvitationPreview = z.infer<typeof InvitationPreview>;
