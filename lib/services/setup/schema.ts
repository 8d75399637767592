import { z } from 'zod';
import { Email, Password, PersonName, SignInProvider } from '../accounts/schema';
import { WorkspaceName } from '../workspaces/schema';

export const SetupState = z
  .object({
    /** True while nobody has an account, so the first visitor creates the owner's. */
    needsOwner: z.boolean(),
    /** True if that takes the code that the server printed when it started. */
    needsSetupCode: z.boolean(),
    providers: z.array(SignInProvider),
  })
  .meta({ id: 'SetupState' });
export type SetupState = z.infer<typeof SetupState>;

/** The first account and its workspace. */
export const NewOwner = z.strictObject({
  name: PersonName,
  email: Email,
  password: Password,
  workspaceName: WorkspaceName,
  setupCode: z.string().max(100).optional().describe('Needed when `GET /api/setup` says so.'),
});
export type NewOwner = z.input<typeof NewOwner>;
