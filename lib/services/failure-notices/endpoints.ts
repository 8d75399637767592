import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { FailureNotice } from './schema';

const tag = 'Workflows';
const path = '/api/v1/workflows/{id}/failure-notice';
const params = z.object({ id: z.string() });

export const getFailureNoticeEndpoint = defineEndpoint({
  id: 'getFailureNotice',
  method: 'GET',
  path,
  summary: 'Which workflow runs when a run of this one fails',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params,
  response: z.object({ data: FailureNotice }),
});

export const setFailureNoticeEndpoint = defineEndpoint({
  id: 'setFailureNotice',
  method: 'PUT',
  path,
  summary: 'Choose the workflow that runs when a run of this one fails',
  description:
    'Its live version gets `executionId`, `logId`, `workflow {id, name}`, `version`, `trigger`, ' +
    '`error {code, message, blockId, blockName}`, `failedAt`, `url` and `suppressed` as input. ' +
    'Runs of a draft by hand, called runs and notices themselves cause none.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  body: z.strictObject({ workflowId: z.string().nullable() }),
  response: z.object({ data: FailureNotice }),
});
