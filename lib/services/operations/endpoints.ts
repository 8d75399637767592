import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { Operations } from './schema';

export const getOperationsEndpoint = defineEndpoint({
  id: 'getOperations',
  method: 'GET',
  path: '/api/operations',
  summary: 'The state of the installation: processes, queues, database; only for its owner',
  tag: 'Operations',
  auth: 'session',
  sessionOnly: {
    why: 'It is about the whole installation, beyond any workspace.',
    instead: 'Monitoring may read /metrics.',
  },
  response: z.object({ data: Operations }),
});
