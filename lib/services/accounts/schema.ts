import { z } from 'zod';
import { singleLineText } from '../../platform/text/text-schemas';
import { ROLES } from '../access/actor';
import { MIN_PASSWORD_LENGTH, whyTooWeak } from './password-strength';

/** Trimmed and lowercased: one address is one account. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('Enter an e-mail address like ada@example.com.'));

export { MIN_PASSWORD_LENGTH };
/** In UTF-16 units, like every length here. */
export const MAX_PASSWORD_LENGTH = 1_000;

/** A new password: long and not trivial; no kind of character is required. */
export const Password = z
  .string()
  .max(MAX_PASSWORD_LENGTH, `Use at most ${MAX_PASSWORD_LENGTH} characters.`)
  .superRefine((text, context) => {
    if (text.length > MAX_PASSWORD_LENGTH) return;
    const why = whyTooWeak(text);
    if (why !== null) context.addIssue({ code: 'custom', message: why });
  })
  .meta({ minLength: MIN_PASSWORD_LENGTH });

export const PersonName = singleLineText(80, 'Enter your name.');

export const SIGN_IN_PROVIDERS = ['github', 'google'] as const;
export const SignInProvider = z.enum(SIGN_IN_PROVIDERS);
export type SignInProvider = z.infer<typeof SignInProvider>;

/** The signed-in person and their workspaces. */
export const Me = z
  .object({
    id: z.string(),
    email: z.string(),
    /** False until a link that was sent to it, GitHub or Google, or the operator vouches for it. */
    emailVerified: z.boolean(),
    /** True if this server can send such a link. */
    canSendEmail: z.boolean(),
    name: z.string(),
    /** False for people who sign in through GitHub or Google only. */
    hasPassword: z.boolean(),
    /** True for the creator of the installation’s first account, who sees its operation and sets plans. */
    ownsInstallation: z.boolean(),
    workspaces: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) })),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;
