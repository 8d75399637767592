import { z } from 'zod';
import { lineOfText } from '../line-of-text';
import { ROLES } from './actor';

/** Trimmed and lowercased: one address is one account. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('Give an e-mail address like ada@example.com.'));

export const MIN_PASSWORD_LENGTH = 10;

export const Password = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `Use at least ${MIN_PASSWORD_LENGTH} characters.`)
  .max(200, 'Use at most 200 characters.');

export const PersonName = lineOfText(80, 'Give your name.');

export const SIGN_IN_PROVIDERS = ['github', 'google'] as const;
export const SignInProvider = z.enum(SIGN_IN_PROVIDERS);
export type SignInProvider = z.infer<typeof SignInProvider>;

/** `needsOwner`: nobody has an account yet, so the first visitor creates the owner's. */
export const SetupState = z
  .object({ needsOwner: z.boolean(), providers: z.array(SignInProvider) })
  .meta({ id: 'SetupState' });
export type SetupState = z.infer<typeof SetupState>;

/** The signed-in person and where they belong. */
export const Me = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    /** False for people who sign in at GitHub or Google only. */
    hasPassword: z.boolean(),
    workspaces: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) })),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;
