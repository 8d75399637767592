import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { textParam } from '../../platform/http/query-params';
import { FailedWaits, MOST_FAILED, ServerOutage } from './schema';

const tag = 'Server outages';
const ofOutage = '/api/v1/server-outages/{id}';
const OneOutage = z.object({ id: z.string() });

export const listServerOutagesEndpoint = defineEndpoint({
  id: 'listServerOutages',
  method: 'GET',
  path: '/api/v1/server-outages',
  summary: 'List the servers that runs of a workspace wait for',
  description:
    'A server is listed from the first request of a block that is set to wait for it and has failed with all its ' +
    'retries, until nothing waits for it.',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  query: z.strictObject({ ...PAGE_PARAMS, workspaceId: textParam() }),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(ServerOutage), ...NEXT_CURSOR }),
});

export const probeServerEndpoint = defineEndpoint({
  id: 'probeServer',
  method: 'POST',
  path: `${ofOutage}/probe`,
  summary: 'Try a server now',
  description:
    'The next run that waits makes one attempt, without waiting for its time. While a probe is under way, and once ' +
    'the server answers again, this changes nothing.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneOutage,
  response: z.object({ data: ServerOutage }),
});

export const failServerWaitsEndpoint = defineEndpoint({
  id: 'failServerWaits',
  method: 'POST',
  path: `${ofOutage}/fail`,
  summary: 'Fail the runs that wait for a server',
  description:
    'Each block that waits fails with `SERVER_UNAVAILABLE`, without another request. A probe that is under way goes ' +
    `on. One call ends ${MOST_FAILED} waits at most, the oldest first.`,
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneOutage,
  response: z.object({ data: FailedWaits }),
});
