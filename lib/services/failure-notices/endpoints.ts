import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { FailureNotice, NewFailureNotice, WorkspaceFailureNotice } from './schema';

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
    'Runs of a draft by hand, called runs and notices themselves cause none. Without a choice the workflow ' +
    'of the workspace runs.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  body: NewFailureNotice,
  response: z.object({ data: FailureNotice }),
});

const workspaceTag = 'Workspaces';
const workspacePath = '/api/v1/workspaces/{workspaceId}/failure-notice';
const InWorkspace = z.object({ workspaceId: z.string() });

export const getWorkspaceFailureNoticeEndpoint = defineEndpoint({
  id: 'getWorkspaceFailureNotice',
  method: 'GET',
  path: workspacePath,
  summary: 'Which workflow runs when a run of any workflow fails',
  tag: workspaceTag,
  auth: 'key',
  scope: 'workflows:read',
  params: InWorkspace,
  response: z.object({ data: WorkspaceFailureNotice }),
});

export const setWorkspaceFailureNoticeEndpoint = defineEndpoint({
  id: 'setWorkspaceFailureNotice',
  method: 'PUT',
  path: workspacePath,
  summary: 'Choose the workflow that runs when a run of any workflow fails',
  description:
    'It runs for all workflows that have neither chosen one of their own nor switched notices off, and ' +
    'never for its own failures. Its input is that of a workflow’s own notice. For admins.',
  tag: workspaceTag,
  auth: 'key',
  scope: 'workflows:write',
  params: InWorkspace,
  body: z.strictObject({ workflowId: z.string().nullable() }),
  response: z.object({ data: WorkspaceFailureNotice }),
});
