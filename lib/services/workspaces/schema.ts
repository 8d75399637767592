import { z } from 'zod';
import { singleLineText } from '../../platform/text/text-schemas';
import { ROLES } from '../access/actor';

export const WorkspaceName = singleLineText(80);
export const ServiceAccountName = singleLineText(80);

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
    /** `service`: an account of programs, for which only API keys act. */
    kind: z.enum(['person', 'service']),
    name: z.string(),
    /** Of a service account one that receives no mail. */
    email: z.string(),
    /** True if the address is proven to be theirs. */
    emailVerified: z.boolean(),
    role: z.enum(ROLES),
    /** True for the plan holder, who can't be removed or demoted. */
    isOwner: z.boolean(),
    joinedAt: z.string(),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof Member>;

/** An open invitation. Its link is sent by e-mail, or shown once, when it is created. */
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

/** The preview for the holder of an invitation link before they accept. */
export const InvitationPreview = z
  .object({
    workspaceName: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    /** True if the e-mail has an account, whose owner must sign in first; false if accepting creates one. */
    hasAccount: z.boolean(),
    /**
     * True if the account's address was never proven and this link came by e-mail: its holder may also take
     * over the account with their own name and password. Its sessions and API keys end then.
     */
    mayClaim: z.boolean(),
  })
  .meta({ id: 'InvitationPreview' });
export type InvitationPreview = z.infer<typeof InvitationPreview>;
