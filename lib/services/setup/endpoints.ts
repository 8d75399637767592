import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NewOwner, SetupState } from './schema';

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
  body: NewOwner,
  response: z.object({ userId: z.string(), workspaceId: z.string(), workflowId: z.string() }),
  status: 201,
});
