import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';

const MAX_URL_CHARACTERS = 4_000;

export const fetchDocumentEndpoint = defineEndpoint({
  id: 'fetchDocument',
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/fetched-documents',
  movedFrom: '/api/workspaces/{workspaceId}/fetched-documents',
  summary: 'Fetch a document to import',
  description:
    'With the same address rules as a run’s requests: GET, at most 10 MB, 20 s and 5 redirects. ' +
    'The session is not sent along.',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:write',
  params: z.object({ workspaceId: z.string() }),
  body: z.strictObject({
    url: z.string().trim().min(1, 'Enter a URL.').max(MAX_URL_CHARACTERS, 'This URL is too long.'),
  }),
  response: z.object({
    data: z.object({
      text: z.string(),
      /** The URL after the last redirect. */
      url: z.string(),
    }),
  }),
});
