import { z } from 'zod';
import { BlockId } from '../../core/workflow/schema';
import { defineEndpoint } from '../../platform/http/endpoint';
import { HookAddress } from './schema';

const tag = 'Webhook triggers';
const path = '/api/v1/workflows/{id}/hooks/{blockId}';
const params = z.object({ id: z.string(), blockId: BlockId });
const response = z.object({ data: HookAddress });

export const ensureHookEndpoint = defineEndpoint({
  id: 'ensureHook',
  method: 'PUT',
  path,
  summary: 'The URL of a Webhook block',
  description:
    'Makes it the first time. Requests to it start runs of the live version; who has it may send them.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  response,
});

export const replaceHookEndpoint = defineEndpoint({
  id: 'replaceHook',
  method: 'POST',
  path: `${path}/replace`,
  summary: 'Replace the URL of a Webhook block',
  description: 'The URL before is unknown from then on.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  response,
});
