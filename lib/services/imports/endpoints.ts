import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';

const MAX_URL_CHARACTERS = 4_000;

export const fetchDocumentEndpoint = defineEndpoint({
  id: 'fetchDocument',
  method: 'POST',
  path: '/api/workspaces/{workspaceId}/fetched-documents',
  summary: 'Fetch a document to import',
  description:
    'Through the same guard as the requests of a run: GET, at most 10 MB, 20 s and 5 redirects. Nothing of the session goes along.',
  tag: 'Workflows',
  auth: 'session',
  params: z.object({ workspaceId: z.string() }),
  body: z.strictObject({
    url: z.string().trim().min(1, 'Enter an address.').max(MAX_URL_CHARACTERS, 'This address is too long.'),
  }),
  response: z.object({
    data: z.object({
      text: z.string(),
      /** Where the last redirect led. */
      url: z.string(),
    }),
  }),
});
