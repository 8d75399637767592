import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { WorkspaceName } from '../workspaces/schema';
import { Email, MAX_PASSWORD_LENGTH, Me, Password, PersonName, SetupState } from './schema';

const tag = 'Account';

export const getSetupEndpoint = defineEndpoint({
  id: 'getSetup',
  method: 'GET',
  path: '/api/setup',
  summary: 'Whether the owner’s account still has to be created, and the ways to sign in',
  tag,
  auth: 'public',
  response: SetupState,
});

export const createOwnerEndpoint = defineEndpoint({
  id: 'createOwner',
  method: 'POST',
  path: '/api/setup',
  summary: 'Create the first account, its workspace and the example workflow',
  description: 'Works once; 409 afterwards.',
  tag,
  auth: 'public',
  body: z.strictObject({
    name: PersonName,
    email: Email,
    password: Password,
    workspaceName: WorkspaceName,
    setupCode: z.string().max(100).optional().describe('Needed when `GET /api/setup` says so.'),
  }),
  response: z.object({ userId: z.string(), workspaceId: z.string(), workflowId: z.string() }),
  status: 201,
});

export const getMeEndpoint = defineEndpoint({
  id: 'getMe',
  method: 'GET',
  path: '/api/me',
  summary: 'Who is signed in',
  tag,
  auth: 'session',
  response: Me,
});

export const updateMeEndpoint = defineEndpoint({
  id: 'updateMe',
  method: 'PATCH',
  path: '/api/me',
  summary: 'Change the own name',
  tag,
  auth: 'session',
  body: z.strictObject({ name: PersonName }),
  response: Me,
});

export const changePasswordEndpoint = defineEndpoint({
  id: 'changePassword',
  method: 'PUT',
  path: '/api/me/password',
  summary: 'Change the own password; every other session ends',
  description: 'The answer carries this session’s new cookie. `currentPassword` is needed when there is one.',
  tag,
  auth: 'session',
  body: z.strictObject({
    currentPassword: z.string().max(MAX_PASSWORD_LENGTH).optional(),
    newPassword: Password,
  }),
  status: 204,
});

export const signOutEverywhereEndpoint = defineEndpoint({
  id: 'signOutEverywhere',
  method: 'POST',
  path: '/api/me/sign-out-everywhere',
  summary: 'End every session of the own account, this one included',
  description: 'API keys go on working.',
  tag,
  auth: 'session',
  status: 204,
});

const WithToken = z.object({ token: z.string() });
const WithEmail = z.object({ email: z.string() });

export const getPasswordResetEndpoint = defineEndpoint({
  id: 'getPasswordReset',
  method: 'GET',
  path: '/api/password-resets/{token}',
  summary: 'Whose password a reset link is for',
  tag,
  auth: 'public',
  params: WithToken,
  response: WithEmail,
});

export const resetPasswordEndpoint = defineEndpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/password-resets/{token}',
  summary: 'Choose a new password; every session of the account ends',
  description: 'The operator makes the link with `cli -- reset-password`. It works once, for an hour.',
  tag,
  auth: 'public',
  params: WithToken,
  body: z.strictObject({ password: Password }),
  response: WithEmail,
});
