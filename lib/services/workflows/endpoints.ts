import { z } from 'zod';
import {
  MAX_DOCUMENT_BYTES,
  Workflow,
  WorkflowDescription,
  WorkflowDocument,
  WorkflowName,
  WorkflowSummary,
} from '../../core/workflow/schema';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { textParam } from '../../platform/http/query-params';
import { CHANGED, CREATED, ExternalId } from '../external-ids/schema';

const Id = z.object({ id: z.string() });
const KeptWorkflow = z.object({ data: Workflow, changed: CHANGED });
const Details = {
  description: WorkflowDescription.optional(),
  folderId: z.string().nullable().optional(),
};

const STALE = {
  409: z.object({
    currentVersion: z.number().optional().describe('The stored version, when `version` is another.'),
    current: WorkflowSummary.optional().describe('The stored workflow, without its document.'),
    currentDocument: WorkflowDocument.optional().describe('The stored document.'),
  }),
};

export const listWorkflowsEndpoint = defineEndpoint({
  id: 'listWorkflows',
  method: 'GET',
  path: '/api/v1/workflows',
  summary: 'List the workflows of a workspace',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:read',
  keepsToWorkflows: true,
  query: z.strictObject({ ...PAGE_PARAMS, workspaceId: textParam() }),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(WorkflowSummary), ...NEXT_CURSOR }),
});

export const createWorkflowEndpoint = defineEndpoint({
  id: 'createWorkflow',
  method: 'POST',
  path: '/api/v1/workflows',
  summary: 'Create a workflow',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:write',
  body: z.strictObject({
    workspaceId: z.string(),
    name: WorkflowName,
    ...Details,
    document: WorkflowDocument,
  }),
  response: z.object({ data: Workflow }),
  status: 201,
  maxBodyBytes: MAX_DOCUMENT_BYTES,
});

export const getWorkflowEndpoint = defineEndpoint({
  id: 'getWorkflow',
  method: 'GET',
  path: '/api/v1/workflows/{id}',
  summary: 'Read a workflow and its document',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:read',
  params: Id,
  response: z.object({ data: Workflow }),
});

export const saveWorkflowEndpoint = defineEndpoint({
  id: 'saveWorkflow',
  method: 'PUT',
  path: '/api/v1/workflows/{id}',
  summary: 'Replace a workflow’s document',
  description:
    'With `version`, a save based on an older version than the stored one is refused with 409, ' +
    'whose problem holds that version: `current` and `currentDocument`.',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:write',
  params: Id,
  body: z.strictObject({
    document: WorkflowDocument,
    name: WorkflowName.optional(),
    ...Details,
    version: z.number().int().min(1).optional(),
  }),
  headers: z.object({
    Prefer: z
      .string()
      .optional()
      .meta({ description: '`return=minimal`: the answer is the workflow without its `document`.' }),
  }),
  response: z.object({ data: Workflow }),
  problems: ['conflict'],
  problemMembers: STALE,
  maxBodyBytes: MAX_DOCUMENT_BYTES,
});

export const putWorkflowEndpoint = defineEndpoint({
  id: 'putWorkflow',
  method: 'PUT',
  path: '/api/v1/workflows/by-external-id/{externalId}',
  summary: 'Create a workflow, or make its draft as given',
  description:
    'What is left out has its default. When nothing differs, nothing is written, and there is no new version. ' +
    'With `version`, a change based on an older version than the stored one is refused with 409, whose ' +
    'problem holds that version: `current` and `currentDocument`.',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:write',
  params: z.object({ externalId: ExternalId }),
  body: z.strictObject({
    workspaceId: z.string(),
    name: WorkflowName,
    ...Details,
    document: WorkflowDocument,
    version: z.number().int().min(1).optional(),
  }),
  response: KeptWorkflow,
  otherResponses: { 201: { description: CREATED, schema: KeptWorkflow } },
  problems: ['conflict'],
  problemMembers: STALE,
  maxBodyBytes: MAX_DOCUMENT_BYTES,
});

export const updateWorkflowEndpoint = defineEndpoint({
  id: 'updateWorkflow',
  method: 'PATCH',
  path: '/api/v1/workflows/{id}',
  summary: 'Rename, describe or move a workflow',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:write',
  params: Id,
  body: z.strictObject({ name: WorkflowName.optional(), ...Details }),
  response: z.object({ data: WorkflowSummary }),
});
