import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';

const tag = 'Health';
const Healthy = z.object({ status: z.literal('ok') });

export const getHealthEndpoint = defineEndpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/api/health',
  summary: 'The process is alive',
  tag,
  auth: 'nobody',
  response: Healthy,
});

export const getReadinessEndpoint = defineEndpoint({
  id: 'getReadiness',
  method: 'GET',
  path: '/api/health/ready',
  summary:
    'The database answers, its migrations are applied, the loops of this process take work, ' +
    'and its clock is right; 503 otherwise',
  tag,
  auth: 'nobody',
  response: Healthy,
});
