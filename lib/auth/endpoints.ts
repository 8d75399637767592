import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { WorkspaceName } from '../workspaces/schema';
import { Email, Me, Password, PersonName, SetupState } from './schema';

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
  body: z.strictObject({ currentPassword: z.string().max(200).optional(), newPassword: Password }),
  status: 204,
});
