import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { MODEL_PROVIDERS } from '../../platform/models/contract';

const MAX_TEXT_CHARACTERS = 4_000;

/** A POST, so that no key is in a URL. */
export const listModelsEndpoint = defineEndpoint({
  id: 'listModels',
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/models',
  movedFrom: '/api/workspaces/{workspaceId}/models',
  summary: 'Ask a provider for its models',
  description: 'With the same address rules as a run’s requests. `{{NAME}}` stands for a variable.',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:write',
  params: z.object({ workspaceId: z.string() }),
  body: z.strictObject({
    kind: z.enum(MODEL_PROVIDERS),
    baseUrl: z.string().max(MAX_TEXT_CHARACTERS),
    apiKey: z.string().max(MAX_TEXT_CHARACTERS),
  }),
  response: z.object({
    data: z.object({
      names: z.array(z.string()),
      /** The reason why there are none, as a message. */
      problem: z.string().nullable(),
    }),
  }),
});
