import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';

export const greetEndpoint = defineEndpoint({
  id: 'greet',
  method: 'POST',
  path: '/api/demo/greetings',
  summary: 'Demo: returns a greeting',
  description: 'Called by the example workflow, so that its run works with no network. Keeps nothing.',
  tag: 'Demo',
  auth: 'public',
  body: z.object({ name: z.string().trim().max(200).default('') }),
  response: z.object({
    id: z.string(),
    greeting: z.string(),
    name: z.string(),
    createdAt: z.string(),
  }),
  status: 201,
  maxBodyBytes: 10_000,
});
