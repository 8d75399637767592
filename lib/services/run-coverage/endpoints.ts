import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { textParam } from '../../platform/http/query-params';
import { Coverage } from './schema';

export const getCoverageEndpoint = defineEndpoint({
  id: 'getCoverage',
  method: 'GET',
  path: '/api/v1/workflows/{id}/coverage',
  summary: 'Which parts of a workflow no test and no recent run has passed',
  description:
    'Blocks, conditions, branches and error ports, with the number of tests that pass each, and of runs in ' +
    'the last 30 days. A key needs `logs:read` too. Tests are run for it, which sends nothing. At most 200 ' +
    'runs are read, the newest first; `notes` says what was left out. One at a time in a workspace.',
  tag: 'Tests',
  auth: 'key',
  scope: 'workflows:read',
  params: z.object({ id: z.string() }),
  query: z.strictObject({
    version: textParam()
      .default('draft')
      .describe('`draft`, `live`, or the number of a version; by default the draft.'),
  }),
  response: z.object({ data: Coverage }),
  problems: ['conflict', 'forbidden'],
});
