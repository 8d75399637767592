import { z } from 'zod';
import { SignInProvider } from '../accounts/schema';

export const SetupState = z
  .object({
    /** Nobody has an account yet, so the first visitor creates the owner's. */
    needsOwner: z.boolean(),
    /** Creating it takes the code that the server printed when it started. */
    needsSetupCode: z.boolean(),
    providers: z.array(SignInProvider),
  })
  .meta({ id: 'SetupState' });
export type SetupState = z.infer<typeof SetupState>;
