import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NewRedaction, Redaction, WorkflowRedaction } from './schema';

const workspacePath = '/api/v1/workspaces/{workspaceId}/redaction';
const InWorkspace = z.object({ workspaceId: z.string() });

export const getWorkspaceRedactionEndpoint = defineEndpoint({
  id: 'getWorkspaceRedaction',
  method: 'GET',
  path: workspacePath,
  summary: 'Which values are left out of what is stored of runs',
  tag: 'Workspaces',
  auth: 'key',
  scope: 'workflows:read',
  params: InWorkspace,
  response: z.object({ data: Redaction }),
});

export const setWorkspaceRedactionEndpoint = defineEndpoint({
  id: 'setWorkspaceRedaction',
  method: 'PUT',
  path: workspacePath,
  summary: 'Choose which values are left out of what is stored of runs',
  description:
    'Replaces the rules: what is left out is none. They count for runs that begin from now on, in all workflows: ' +
    'logs, their exports and webhook deliveries have `[redacted]` in place of such values. Runs, and callers who ' +
    'wait for them, get the exact values. For admins.',
  tag: 'Workspaces',
  auth: 'key',
  scope: 'workflows:write',
  params: InWorkspace,
  body: NewRedaction,
  response: z.object({ data: Redaction }),
});

const path = '/api/v1/workflows/{id}/redaction';
const params = z.object({ id: z.string() });

export const getWorkflowRedactionEndpoint = defineEndpoint({
  id: 'getWorkflowRedaction',
  method: 'GET',
  path,
  summary: 'Which values are left out of what is stored of runs of a workflow',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:read',
  params,
  response: z.object({ data: WorkflowRedaction }),
});

export const setWorkflowRedactionEndpoint = defineEndpoint({
  id: 'setWorkflowRedaction',
  method: 'PUT',
  path,
  summary: 'Choose which values are left out of what is stored of runs of a workflow',
  description:
    'Replaces the rules of the workflow, which add to those of its workspace: what is left out is none. They count ' +
    'for runs that begin from now on.',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:write',
  params,
  body: NewRedaction,
  response: z.object({ data: WorkflowRedaction }),
});
