import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { Email, Password, PersonName } from '../accounts/schema';
import { WorkspaceName } from '../workspaces/schema';
import { SetupState } from './schema';

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
